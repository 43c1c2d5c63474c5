/**
 * Signing in with Google: its strategy for remix-auth with the configured issuer, and the checks that OpenID Connect adds
 * to OAuth.
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
import { createHash } from 'node:crypto';
import { type JWTPayload, errors as jose, jwtVerify } from 'jose';
import { Authenticator } from 'remix-auth';
import { GoogleStrategy } from 'remix-auth-google';
import { OAuth2RequestError } from 'remix-auth-oauth2';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { googleRefusals } from '#messages/en/google-refusals.ts';
import { say } from '#messages/say.ts';
import type { Identified, IdentityProvider, Return } from '#services/ports/identity-provider.ts';
import { cachedIssuer, type Issuer, Unreachable } from './google-issuer.ts';
import { fetchPicture } from './google-picture.ts';

const GOOGLE = 'https://accounts.google.com';
const GOOGLE_PICTURES = 'https://lh3.googleusercontent.com';
/** How long a person may take to choose an account there. */
const ATTEMPT_LIFE = 10 * MINUTE;
/** Concurrent attempts of one browser; each is a cookie, and a request has little room for cookies. */
const ATTEMPTS_MAX = 3;
const TOKEN_AGE_MAX = 10 * MINUTE;
const CLOCK_SKEW = MINUTE;

export interface GoogleOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  appOrigin: string;
  /** How long one call may take, in milliseconds. */
  timeout: number;
}

/** @returns the configured issuer: Google, or a test's */
export function googleIdentity(options: GoogleOptions): IdentityProvider {
  const prefix = `${cookieOf(options.appOrigin).name}:`;
  const issuer = cachedIssuer(options.issuer, options.timeout);
  const pictures = options.issuer === GOOGLE ? GOOGLE_PICTURES : new URL(options.issuer).origin;

  return {
    async begin(request) {
      const attempt = new Attempt(options, await issuer().catch(throwUnreachable));
      const redirect = await redirectOf(attempt, request);
      const old = cookiesOf(request).filter(({ name }) => name.startsWith(prefix));
      for (const { name } of old.slice(0, Math.max(0, old.length - ATTEMPTS_MAX + 1)))
        redirect.headers.append('set-cookie', expired(name, options.appOrigin));
      return redirect;
    },
    async finish(request) {
      // Without a state the strategy would begin a new attempt.
      if (!new URL(request.url).searchParams.get('state')) throw notOurs('no state');
      return issuer()
        .then((known) => identify(options, known, request))
        .catch(refusalOf);
    },
    forget(request) {
      const state = new URL(request.url).searchParams.get('state');
      return cookiesOf(request)
        .filter(({ name, value }) => state && name.startsWith(prefix) && value.includes(state))
        .map(({ name }) => expired(name, options.appOrigin));
    },
    fetchPicture: (address) => fetchPicture(address, pictures, options.timeout),
  };
}

/** One request to or from the issuer. Its result is the ID token, which `identify` checks. */
class Attempt extends GoogleStrategy<string> {
  readonly #timeout: number;
  /** The token must repeat it: that proves that it belongs to this browser's attempt. */
  nonce = '';

  constructor({ clientId, clientSecret, appOrigin, timeout }: GoogleOptions, issuer: Issuer) {
    const redirectURI = `${appOrigin}/auth/google/callback`;
    const scopes = ['openid', 'email', 'profile'];
    super({ clientId, clientSecret, redirectURI, scopes, prompt: 'select_account' }, async ({ tokens }) =>
      tokens.idToken(),
    );
    this.#timeout = timeout;
    this.options = {
      ...this.options,
      authorizationEndpoint: issuer.authorize,
      tokenEndpoint: issuer.token,
      cookie: cookieOf(appOrigin),
    };
  }

  protected override createAuthorizationURL() {
    const made = super.createAuthorizationURL();
    made.url.searchParams.set('nonce', nonceOf(made.codeVerifier));
    return made;
  }

  /** Never repeated: a code is valid for one try. */
  protected override validateAuthorizationCode(code: string, codeVerifier: string) {
    this.nonce = nonceOf(codeVerifier);
    return within(this.#timeout, super.validateAuthorizationCode(code, codeVerifier));
  }
}

/** The verifier is only in the cookie and in the call for the token, so only they can know the nonce. */
function nonceOf(codeVerifier: string): string {
  return createHash('sha256').update(`nonce of ${codeVerifier}`).digest('base64url');
}

function authenticate(attempt: Attempt, request: Request): Promise<string> {
  return new Authenticator<string>().use(attempt).authenticate(attempt.name, request);
}

/** The strategy throws its redirect. */
async function redirectOf(attempt: Attempt, request: Request): Promise<Response> {
  try {
    // A new request with the headers only: the strategy must not read other parts of this one.
    await authenticate(attempt, new Request(new URL('/auth/google', request.url), { headers: request.headers }));
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
  throw new Error('The strategy did not redirect.');
}

/**
 * Refuses an answer that names another issuer, and one without a name where the issuer says that it always names itself.
 * Google sent `iss` before its discovery document announced it: until it is announced, an answer without it is accepted.
 * @throws AppError malformed
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function checkIssuer({ issuer }: GoogleOptions, { namesItself }: Issuer, request: Request): void {
  const named = new URL(request.url).searchParams.getAll('iss');
  if (named.length === 0 && !namesItself) return;
  if (named.length !== 1 || named[0] !== issuer) throw notOurs('an answer of another issuer');
}

async function identify(options: GoogleOptions, issuer: Issuer, request: Request): Promise<Return> {
  checkIssuer(options, issuer, request);
  const attempt = new Attempt(options, issuer);
  const idToken = await authenticate(attempt, request);
  // Google itself may leave out the scheme: https://developers.google.com/identity/openid-connect/openid-connect
  const names = [options.issuer, ...(options.issuer === GOOGLE ? [new URL(GOOGLE).host] : [])];
  const { payload } = await jwtVerify(idToken, issuer.keys, {
    issuer: names,
    audience: options.clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'exp', 'nonce'],
    clockTolerance: CLOCK_SKEW / SECOND,
    maxTokenAge: TOKEN_AGE_MAX / SECOND,
  });
  if (payload.nonce !== attempt.nonce) throw notOurs('the nonce of another attempt');
  const isForUs = Array.isArray(payload.aud) ? payload.azp === options.clientId : true;
  if (!isForUs || (payload.azp !== undefined && payload.azp !== options.clientId)) throw notOurs('for another client');
  return { identified: toIdentified(payload, options.issuer) };
}

function toIdentified(claims: JWTPayload, issuer: string): Identified {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    issuer,
    subject: String(claims.sub),
    email: text(claims.email),
    emailVerified: claims.email_verified === true,
    runsMailbox: isOfGoogle(claims),
    name: text(claims.name),
    picture: text(claims.picture),
  };
}

/**
 * Google runs the mailboxes of gmail.com and of Workspace, whose domain is in `hd`. Any other address was proven once, and
 * may have another owner since.
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isOfGoogle({ email, hd }: JWTPayload): boolean {
  return (typeof hd === 'string' && hd !== '') || (typeof email === 'string' && /@gmail\.com$/i.test(email));
}

/** The strategy's own call has no timeout. */
async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unreachable('the token did not come in time')), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Short-lived. Lax, because the request that returns from the issuer must carry it. */
function cookieOf(appOrigin: string) {
  const secure = appOrigin.startsWith('https:');
  const name = secure ? '__Host-google' : 'google';
  const parts = { name, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: ATTEMPT_LIFE / SECOND } as const;
  return secure ? ({ ...parts, secure } as const) : parts;
}

function expired(name: string, appOrigin: string): string {
  const secure = appOrigin.startsWith('https:') ? '; Secure' : '';
  return `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function cookiesOf(request: Request): { name: string; value: string }[] {
  return (request.headers.get('cookie') ?? '').split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value };
  });
}

/**
 * Translates an error of the return into the port's terms. The issuer's own words go into the cause, for the log.
 * @returns that the person cancelled
 */
function refusalOf(thrown: unknown): Return {
  if (thrown instanceof AppError) throw thrown;
  if (thrown instanceof OAuth2RequestError) {
    if (thrown.code === 'access_denied') return 'cancelled';
    // Our own client id or secret: a person who signs in cannot correct it.
    if (/client/.test(thrown.code)) throw notReached(thrown.code);
    throw notOurs(thrown.code);
  }
  // From the strategy: the state, or its cookie.
  if (thrown instanceof ReferenceError || thrown instanceof RangeError) throw notOurs(thrown.message);
  const isForged = thrown instanceof jose.JOSEError && !(thrown instanceof jose.JWKSTimeout);
  if (isForged) throw notOurs(thrown.code);
  throw notReached(String(thrown));
}

function throwUnreachable(thrown: unknown): never {
  throw notReached(String(thrown));
}

function notOurs(cause: string): AppError {
  return withCause(new AppError('malformed', say(googleRefusals['not-begun-here'])), cause);
}

function notReached(cause: string): AppError {
  return withCause(new AppError('unavailable', say(googleRefusals['out-of-reach'])), cause);
}

/** A code only: errors of the libraries contain personal data from the token. */
function withCause(error: AppError, cause: string): AppError {
  error.cause = cause;
  return error;
}
