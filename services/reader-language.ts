/** In which language the server writes to one reader: the rest of the process keeps its own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '#domain/language.ts';
import { askReader, type Spoken, translationOf } from '#messages/say.ts';
import { translationIn } from '#messages/translations.ts';

interface Reader {
  /** Undefined for English, the language of the process. */
  spoken: Spoken | undefined;
}

/** What a language lacks is said as the process says it. */
const NOBODY: Reader = { spoken: undefined };

const readers = new AsyncLocalStorage<Reader>();
askReader(() => readers.getStore()?.spoken);

/**
 * Writes for one reader.
 * @param language null while it is not known: `speakTo` may say it later, within the work
 * @param work also what it awaits is said in the language
 */
export function inLanguage<T>(language: Language | null, work: () => T): T {
  return readers.run({ spoken: spokenIn(language) }, work);
}

/** Chooses the language of the reader whose request is answered, once their link says who they are. Nothing outside of `inLanguage`. */
export function speakTo(language: Language): void {
  const reader = readers.getStore();
  if (reader) reader.spoken = spokenIn(language);
}

/** @returns a function that runs its argument for the present reader, for what is written after the answer has begun */
export function forThisReader(): <T>(work: () => T) => T {
  const reader = readers.getStore();
  return (work) => (reader ? readers.run(reader, work) : work());
}

function spokenIn(language: Language | null): Spoken | undefined {
  if (language === null || language === 'en') return undefined;
  const translation = translationIn(language);
  return { locale: language, translation: (id) => translation(id) ?? readers.run(NOBODY, () => translationOf(id)) };
}
