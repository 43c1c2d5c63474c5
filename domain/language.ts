/** The languages in which we write to recipients and trusted contacts, as BCP 47 names them. Each is named as its readers do. */
export const LANGUAGE_NAMES = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pl: 'Polski',
  ar: 'العربية',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];

/** For a person for whom nobody chose one. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Whether a value that came from outside is one of our languages. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}

/** @returns the direction of its script, as HTML names it */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * @param accepted the header Accept-Language
 * @returns the first of our languages that it asks for; null without one
 */
export function preferredLanguage(accepted: string | null): Language | null {
  const wishes = (accepted ?? '').slice(0, 500).split(',', 20).map(wishOf);
  const ours = wishes.filter(({ language, weight }) => weight > 0 && isLanguage(language));
  const [first] = ours.sort((a, b) => b.weight - a.weight);
  return isLanguage(first?.language) ? first.language : null;
}

/** @param range such as `pt-BR;q=0.8` */
function wishOf(range: string): { language: string; weight: number } {
  const [tag = '', quality] = range.split(';', 2);
  const weight = quality === undefined ? 1 : Number.parseFloat(quality.replace(/^\s*q=/, ''));
  return { language: tag.trim().toLowerCase().split('-', 1)[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight };
}
