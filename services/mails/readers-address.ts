/** Addresses of pages that do not know their reader: messages and pages that lead there say the language. */
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language.ts';
import { currentLocale } from '#messages/say.ts';

/** @returns how pages and mails lead to the page that says how to check a message of ours, in the reader's language */
export function genuinePath(): string {
  return inReadersLanguage('/genuine');
}

/** @returns the address with the reader's language, for a page that does not know its reader */
export function inReadersLanguage(address: string): string {
  const language = currentLocale();
  return language === DEFAULT_LANGUAGE || !isLanguage(language)
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
}
