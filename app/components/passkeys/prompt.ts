/** What a browser does with passkeys. Its own functions read JSON, so this needs no library. */

/**
 * Why there is no answer: the person closed the question, the authenticator has a passkey already, the server asks for a proof
 * first, or anything else.
 */
export type PasskeyTrouble = 'closed' | 'present' | 'unproved' | 'failed';

/** @returns whether this browser can use passkeys; one that cannot read JSON for them is from before 2025 */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Makes a passkey: the browser asks the person where to keep it.
 * @param path where the server says what it wants
 * @returns the answer for the server, as JSON
 * @throws what `troubleOf` names
 */
export async function makePasskey(path: string): Promise<string> {
  const options = await fetchOptions<PublicKeyCredentialCreationOptionsJSON>(path);
  const isOld = ageOf(options);
  const answer = answerOf(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  // The next one takes its place in the authenticator.
  return isOld() ? makePasskey(path) : answer;
}

/**
 * Lets the person choose a passkey and sign with it.
 * @param path where the server says what it wants
 * @returns the answer for the server, as JSON
 * @throws what `troubleOf` names
 */
export async function askForPasskey(path: string): Promise<string> {
  const options = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(path);
  const isOld = ageOf(options);
  const answer = await get(options, {});
  return isOld() ? askForPasskey(path) : answer;
}

/**
 * Lets browsers offer passkeys among the values for a field with `autocomplete="webauthn"`. A challenge gets old while a page
 * is open: a new one replaces it in time, also after a computer has slept. One that got old all the same is not sent: the
 * person is asked once more.
 * @param path where the server says what it wants
 * @param use is called with the answer, once a person has chosen
 * @returns a function that ends the offer: a browser has one question at a time
 */
export function offerPasskeys(path: string, use: (answer: string) => void): () => void {
  const stop = new AbortController();
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const options = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(path, stop.signal);
    const [isOld, isAging] = [ageOf(options), ageOf(options, FRESH)];
    const round = new AbortController();
    const renewal = setTimeout(() => round.abort(), (options.timeout ?? 0) * FRESH);
    stop.signal.addEventListener('abort', () => round.abort());
    // While a computer sleeps, timers do too.
    document.addEventListener('visibilitychange', () => isAging() && round.abort(), { signal: round.signal });
    try {
      const answer = await get(options, { mediation: 'conditional', signal: round.signal });
      use(isOld() ? await askForPasskey(path) : answer);
    } catch {
      if ((round.signal.aborted || isAging()) && !stop.signal.aborted) await offer();
    } finally {
      clearTimeout(renewal);
    }
  };
  // Nobody asked for anything yet, so there is nothing to say when it fails: the button says it.
  offer().catch(() => {});
  return () => stop.abort();
}

const FORBIDDEN = 403;
class Unproved extends Error {}

/** A challenge is replaced after this part of its life. */
const FRESH = 0.8;

/** @returns what tells whether a challenge that came just now is older than it may be, or than this part of that time */
function ageOf({ timeout = Number.POSITIVE_INFINITY }: { timeout?: number }, part = 1): () => boolean {
  const end = Date.now() + timeout * part;
  return () => Date.now() >= end;
}

/** @param error what one of these functions threw */
export function troubleOf(error: unknown): PasskeyTrouble {
  if (error instanceof Unproved) return 'unproved';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'closed';
  return name === 'InvalidStateError' ? 'present' : 'failed';
}

async function get(options: PublicKeyCredentialRequestOptionsJSON, more: CredentialRequestOptions): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(await navigator.credentials.get({ publicKey, ...more }));
}

async function fetchOptions<Options>(path: string, signal: AbortSignal | null = null): Promise<Options> {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  if (response.status === FORBIDDEN) throw new Unproved();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Options;
}

/**
 * Writes an answer by hand: `toJSON` throws for credentials of several password managers.
 * @see https://github.com/dotnet/aspnetcore/issues/62916
 */
function answerOf(credential: Credential | null): string {
  const { rawId, type, response } = credential as PublicKeyCredential;
  const parts = response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const id = base64url(rawId);
  const answer: Record<string, unknown> = {};
  for (const part of BINARY) if (parts[part]) answer[part] = base64url(parts[part]);
  if (parts.attestationObject) answer.transports = transportsOf(parts);
  return JSON.stringify({ id, rawId: id, type, response: answer });
}

const BINARY = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;

function transportsOf(response: AuthenticatorAttestationResponse): string[] {
  try {
    return response.getTransports();
  } catch {
    return [];
  }
}

function base64url(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
