import type { CompiledMessage } from 'icu-minify/format';
import { englishTexts } from './catalogue.ts';
import { chooseLocale, type LOCALES, type Translation, translationOf } from './say.ts';

type ProcessLocale = (typeof LOCALES)[number];

/** By language of a process; those of readers are in translations.ts. */
const TRANSLATIONS: Record<Exclude<ProcessLocale, 'en'>, () => Promise<Translation>> = {
  'en-XA': async () => (await import('./pseudo.ts')).pseudoTranslation,
};

/** Chooses the language of this process. */
export async function loadLocale(locale: ProcessLocale): Promise<void> {
  chooseLocale(locale, locale === 'en' ? () => undefined : await TRANSLATIONS[locale]());
}

/** @returns every message of the chosen language, by id, for the browser */
export function translatedMessages(): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Array.from(englishTexts.keys()).flatMap((id) => {
      const message = translationOf(id);
      return message === undefined ? [] : [[id, message] as const];
    }),
  );
}
