import { createCookie } from 'react-router';

/** What somebody chose over what their system says. The server knows it, so no page comes in the wrong light first. */
export type Theme = 'light' | 'dark';

const A_YEAR_IN_SECONDS = 31_536_000;
const chosen = createCookie('theme', { httpOnly: true, sameSite: 'lax', path: '/', maxAge: A_YEAR_IN_SECONDS });

/** @returns the light that this browser asked for; null where its system decides */
export async function themeOf(request: Request): Promise<Theme | null> {
  return themeIn(await chosen.parse(request.headers.get('cookie')));
}

/** @returns whatever came, as a choice; anything but the two means that the system decides */
export function themeIn(value: unknown): Theme | null {
  return value === 'light' || value === 'dark' ? value : null;
}

/** @returns the Set-Cookie header that keeps a choice for a year, or takes it back */
export function keepTheme(theme: Theme | null): Promise<string> {
  return theme ? chosen.serialize(theme) : chosen.serialize('', { maxAge: 0 });
}
