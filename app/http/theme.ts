import { createCookie } from 'react-router';

/** A choice that overrides the system's theme. The server knows it, so no page flashes in the wrong theme first. */
export type Theme = 'light' | 'dark';

const A_YEAR_IN_SECONDS = 31_536_000;
const chosen = createCookie('theme', { httpOnly: true, sameSite: 'lax', path: '/', maxAge: A_YEAR_IN_SECONDS });

/** @returns the theme that this browser chose; null if its system decides */
export async function themeOf(request: Request): Promise<Theme | null> {
  return themeIn(await chosen.parse(request.headers.get('cookie')));
}

/** @returns the value as a theme; null, the system's choice, for any other value */
export function themeIn(value: unknown): Theme | null {
  return value === 'light' || value === 'dark' ? value : null;
}

/** @returns the Set-Cookie header that saves a choice for a year; null deletes it */
export function themeCookie(theme: Theme | null): Promise<string> {
  return theme ? chosen.serialize(theme) : chosen.serialize('', { maxAge: 0 });
}
