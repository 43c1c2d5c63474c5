import { HOUR, MINUTE } from '#domain/time/durations.ts';

/** How often something may be tried. */
export interface Limit {
  /** What the counter is called where it is kept. */
  name: string;
  tries: number;
  /** The window in milliseconds; it begins with the first try. */
  within: number;
}

/**
 * Of passwords for one account from one address, right ones too: each takes a core for a tenth of a second. A person
 * signs in now and then; a program that signs in for each of its calls learns here to keep its token.
 */
export const PASSWORDS: Limit = { name: 'password-any', tries: 20, within: MINUTE };

/** The same from one address, for all accounts: more than a whole office needs in a minute. */
export const PASSWORDS_FROM: Limit = { name: 'password-any-from', tries: 120, within: MINUTE };

/**
 * Of wrong passwords for one account from one address. More than somebody needs who tries all they ever had; a machine
 * that has to wait gets forty an hour.
 */
export const WRONG_PASSWORDS: Limit = { name: 'password', tries: 10, within: 15 * MINUTE };

/** The same for a browser that has been signed in to this account: its own, so that no stranger can use it up. */
export const WRONG_PASSWORDS_KNOWN: Limit = { name: 'password-known', tries: 10, within: 15 * MINUTE };

/** Of wrong passwords from one address, for whichever accounts. A whole office or school may stand behind it. */
export const WRONG_PASSWORDS_FROM: Limit = { name: 'password-from', tries: 100, within: 15 * MINUTE };

/** Of wrong passwords by somebody who is signed in and is asked again: perhaps they found the device open. */
export const WRONG_PASSWORDS_AGAIN: Limit = { name: 'password-again', tries: 10, within: 15 * MINUTE };

/** Of accounts opened, or tried to be, from one address: each try tells whether an address has an account. */
export const SIGN_UPS_FROM: Limit = { name: 'sign-up-from', tries: 30, within: HOUR };

/**
 * Of mails with a link to one address. The links live as long as the window lasts or longer: whoever uses the tries up
 * for somebody else leaves them with links that work.
 */
export const LINK_MAILS: Limit = { name: 'link-mail', tries: 5, within: HOUR };

/** Of mails with a link that one address asks for, to whomever. */
export const LINK_MAILS_FROM: Limit = { name: 'link-mail-from', tries: 30, within: HOUR };

/** Of links that open nothing. No number of tries would find one that does; only a program tries so many. */
export const WRONG_LINKS_FROM: Limit = { name: 'link-from', tries: 60, within: 10 * MINUTE };

/** Of returns from Google that let nobody in: each may have us ask there, and be kept waiting. */
export const WRONG_RETURNS_FROM: Limit = { name: 'google-from', tries: 60, within: 10 * MINUTE };
