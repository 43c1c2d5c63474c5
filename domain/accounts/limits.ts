import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';

/** How often something may be tried. */
export interface Limit {
  /** The name of the counter in the database. */
  name: string;
  tries: number;
  /** The window in milliseconds; it begins with the first try. */
  within: number;
  /**
   * So many tries are counted at once, and the next ones answered from memory. Each web process that is asked in a window
   * may count as many too many. 1 where it is absent.
   */
  atOnce?: number;
}

/**
 * Of passwords for one account from one address, right ones too: each takes a core for a tenth of a second. A person
 * signs in now and then; a program that signs in for each of its calls learns here to keep its token.
 */
export const PASSWORDS: Limit = { name: 'password-any', tries: 20, within: MINUTE };

/** The same from one address, for all accounts: more than a whole office needs in a minute. */
export const PASSWORDS_FROM: Limit = { name: 'password-any-from', tries: 120, within: MINUTE };

/**
 * Of wrong passwords for one account from one address: enough to try every password one ever had; a machine gets forty an
 * hour.
 */
export const WRONG_PASSWORDS: Limit = { name: 'password', tries: 10, within: 15 * MINUTE };

/** The same for a browser that has been signed in to this account: its own, so that no stranger can use it up. */
export const WRONG_PASSWORDS_KNOWN: Limit = { name: 'password-known', tries: 10, within: 15 * MINUTE };

/** Of wrong passwords from one address, for all accounts. A whole office or school may share the address. */
export const WRONG_PASSWORDS_FROM: Limit = { name: 'password-from', tries: 100, within: 15 * MINUTE };

/** Of wrong passwords in a signed-in session that asks again: the device may be in other hands. */
export const WRONG_PASSWORDS_AGAIN: Limit = { name: 'password-again', tries: 10, within: 15 * MINUTE };

/**
 * Of wrong passwords of check-ins with one, for one account from one address. Apart from those of sign-ins, which they must
 * not use up. The check-in that asks for no password has no limit.
 */
export const WRONG_PASSWORDS_CHECKING_IN: Limit = { name: 'password-check-in', tries: 10, within: 15 * MINUTE };

/** Of wrong codes at sign-in for one account from one address. The password was right before each. */
export const WRONG_CODES: Limit = { name: 'code', tries: 10, within: 15 * MINUTE };

/** The same for a browser that has been signed in to this account. */
export const WRONG_CODES_KNOWN: Limit = { name: 'code-known', tries: 10, within: 15 * MINUTE };

/** The same in a signed-in session that asks again. */
export const WRONG_CODES_AGAIN: Limit = { name: 'code-again', tries: 10, within: 15 * MINUTE };

/**
 * Of wrong codes from an app for one account, from all addresses: of a million codes three are valid at a time. Recovery codes
 * are too long to guess, so they are not counted here: an owner can sign in with one while a stranger guesses.
 */
export const WRONG_APP_CODES: Limit = { name: 'code-from-app', tries: 30, within: DAY };

/** Of times that one account's owner says they lost their phone: each is told to every address, by SMS too. */
export const LOST_PHONES: Limit = { name: 'lost-phone', tries: 3, within: 7 * DAY };

/** Of accounts opened, or tried to be, from one address: each try tells whether an address has an account. */
export const SIGN_UPS_FROM: Limit = { name: 'sign-up-from', tries: 30, within: HOUR };

/** Of accounts opened, from everywhere: more in ten minutes are no people. A short window, so that nobody waits for long. */
export const SIGN_UPS: Limit = { name: 'sign-up-all', tries: 500, within: 10 * MINUTE };

/** Of reports about public contents from one address: each becomes a mail to the operators. */
export const REPORTS_FROM: Limit = { name: 'report-from', tries: 10, within: HOUR };

/** Of reports from everywhere, about any content. */
export const REPORTS: Limit = { name: 'report-all', tries: 300, within: HOUR };

/**
 * Of mails with a link to one address. The links are valid at least as long as the window: if an attacker uses up the
 * tries, the person still has links that work.
 */
export const LINK_MAILS: Limit = { name: 'link-mail', tries: 5, within: HOUR };

/** Of mails with a link that one network address asks for, to any recipient. */
export const LINK_MAILS_FROM: Limit = { name: 'link-mail-from', tries: 30, within: HOUR };

/** Of links that are not valid. Guessing cannot find a valid one; only a program tries so many. */
export const WRONG_LINKS_FROM: Limit = { name: 'link-from', tries: 60, within: 10 * MINUTE };

/** Of failed returns from Google: each can make us call Google and wait. */
export const WRONG_RETURNS_FROM: Limit = { name: 'google-from', tries: 60, within: 10 * MINUTE };

/** Of passkeys that open no account, from one address: no guess ever does. Only a program tries so many. */
export const WRONG_PASSKEYS_FROM: Limit = { name: 'passkey-from', tries: 60, within: 10 * MINUTE };

/** Of wrong answers to the question of one recipient's link: those of their other links do not count here. */
export const ANSWERS: Limit = { name: 'answer', tries: 5, within: HOUR };

/** Of test mails to one trusted contact, from one owner: a stranger receives them. */
export const CONTACT_TESTS: Limit = { name: 'contact-test', tries: 3, within: DAY };

/** Of test mails to all contacts of one owner, who can also change their addresses. */
export const CONTACT_TESTS_OF: Limit = { name: 'contact-test-of', tries: 20, within: DAY };

/** Of test mails to one address, from all owners: a stranger may have it, and each account may name them. */
export const CONTACT_TESTS_TO: Limit = { name: 'contact-test-to', tries: 6, within: 7 * DAY };

/** Of mails that ask one trusted contact whether they accept, from one owner. */
export const CONTACT_ASKS: Limit = { name: 'contact-ask', tries: 2, within: 7 * DAY };

/** Of those to all contacts of one owner. */
export const CONTACT_ASKS_OF: Limit = { name: 'contact-ask-of', tries: 20, within: DAY };

/** Of those to one address, from all owners. */
export const CONTACT_ASKS_TO: Limit = { name: 'contact-ask-to', tries: 4, within: 7 * DAY };

/** Of tests of deliveries that an owner mails to their own address. */
export const DELIVERY_TESTS: Limit = { name: 'delivery-test', tries: 10, within: DAY };

/** Of lookups of a domain's mail server for one owner: each makes us ask a name server that a stranger may run. */
export const DOMAIN_LOOKUPS: Limit = { name: 'domain-lookup', tries: 30, within: HOUR };

/** Of archives of everything, for one owner: each reads all files. A download may break off, and is then begun again. */
export const EXPORTS: Limit = { name: 'export', tries: 10, within: HOUR };

/** Of codes that one owner has sent to a second address or a phone: a stranger may receive them, and each message costs. */
export const WARNING_CODES: Limit = { name: 'warning-code', tries: 10, within: DAY };

/** The same to one address or number, from all owners. */
export const WARNING_CODES_TO: Limit = { name: 'warning-code-to', tries: 5, within: DAY };

/** Of codes that one owner types. A code has a million values. */
export const WARNING_CODE_TRIES: Limit = { name: 'warning-code-try', tries: 20, within: HOUR };

/** Of test warnings that one owner sends to their own channels. */
export const WARNING_TESTS: Limit = { name: 'warning-test', tries: 5, within: DAY };

/** Of rehearsals of one owner: each mails them as often as they have contacts, and more. */
export const REHEARSALS: Limit = { name: 'rehearsal', tries: 5, within: DAY };
