/** What an issuer publishes about itself: its addresses and the keys that sign its tokens. */
import { createRemoteJWKSet, customFetch } from 'jose';
import { HOUR } from '#domain/time/durations.ts';

/** How long the discovery document is cached. */
const DISCOVERY_LIFE = HOUR;

/** The parts of the discovery document that we use. */
export interface Issuer {
  authorize: string;
  token: string;
  /** Whether each of its answers names it (RFC 9207). */
  namesItself: boolean;
  /** Finds the key that signed a token. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** The issuer did not answer, or with something else. */
export class Unreachable extends Error {}

/**
 * @param issuer its origin
 * @param timeout of one request, in milliseconds
 * @returns reads the discovery document, and caches it; concurrent calls share one request
 * @throws Unreachable, from what is returned
 */
export function cachedIssuer(issuer: string, timeout: number): () => Promise<Issuer> {
  let known: { issuer: Promise<Issuer>; since: number } | null = null;
  return () => {
    if (known && Date.now() - known.since < DISCOVERY_LIFE) return known.issuer;
    const entry = { issuer: discover(issuer, timeout), since: Date.now() };
    known = entry;
    entry.issuer.catch(() => {
      if (known === entry) known = null;
    });
    return entry.issuer;
  };
}

async function discover(issuer: string, timeout: number): Promise<Issuer> {
  const response = await fetchTwice(`${issuer}/.well-known/openid-configuration`, {}, timeout);
  const document = (await response.json()) as Record<string, unknown>;
  if (document.issuer !== issuer) throw new Unreachable('discovery names another issuer');
  const { protocol } = new URL(issuer);
  const addressOf = (name: string) => {
    const address = String(document[name]);
    if (!URL.canParse(address) || new URL(address).protocol !== protocol)
      throw new Unreachable(`${name} is not a valid address`);
    return address;
  };
  return {
    authorize: addressOf('authorization_endpoint'),
    token: addressOf('token_endpoint'),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    keys: createRemoteJWKSet(new URL(addressOf('jwks_uri')), {
      timeoutDuration: 2 * timeout,
      [customFetch]: (url, init) => fetchTwice(url, init, timeout),
    }),
  };
}

/** Fetches a public document. A failure is tried once more, because reading changes nothing. */
async function fetchTwice(url: string, init: RequestInit, timeout: number): Promise<Response> {
  const once = async () => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Unreachable(`${new URL(url).pathname} answered ${response.status}`);
  };
  return once().catch(once);
}
