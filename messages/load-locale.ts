import type { CompiledMessage } from 'icu-minify/format';
import { englishTexts } from './catalogue.ts';
import { chooseLocale, type Locale, type Translation, translationOf } from './say.ts';

const TRANSLATIONS: Record<Exclude<Locale, 'en'>, () => Promise<Translation>> = {
  'en-XA': async () => (await import('./pseudo.ts')).pseudoTranslation,
};

/** Chooses the language of this process. */
export async function loadLocale(locale: Locale): Promise<void> {
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
