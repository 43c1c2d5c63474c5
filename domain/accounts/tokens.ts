/** What a token of one's own may do: check in and nothing else, read, or read and change everything but who may enter. */
export const TOKEN_SCOPES = ['check-in', 'read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What a call asks of the token that makes it. `session`: the token of a sign-in, since it decides who may enter. */
export type CallScope = TokenScope | 'session';

/** For one account. */
export const TOKENS_MAX = 20;
export const TOKEN_NAME_MAX = 60;
/** Tells such a token from that of a sign-in, and lets scanners for leaked secrets find it. */
export const TOKEN_PREFIX = 'sh_';

const ALLOWED: Readonly<Record<CallScope, readonly CallScope[]>> = {
  'check-in': ['check-in'],
  read: ['read'],
  write: ['check-in', 'read', 'write'],
  session: ['check-in', 'read', 'write', 'session'],
};

/** @returns whether a token with the scope `held` may make a call that needs `needed` */
export function mayCall(held: CallScope, needed: CallScope): boolean {
  return ALLOWED[held].includes(needed);
}
