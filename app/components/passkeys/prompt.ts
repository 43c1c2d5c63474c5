/** What a browser does with passkeys. Its own functions read and write JSON, so this needs no library. */

/** Why there is no answer: the person closed the question, the authenticator has a passkey already, or anything else. */
export type PasskeyTrouble = 'closed' | 'present' | 'failed';

/** @returns whether this browser can use passkeys; one that cannot read JSON for them is older than 2025 */
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
  return answerOf(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/**
 * Lets the person choose a passkey and sign with it.
 * @param path where the server says what it wants
 * @returns the answer for the server, as JSON
 * @throws what `troubleOf` names
 */
export async function askForPasskey(path: string): Promise<string> {
  return get(await fetchOptions(path), {});
}

/**
 * Lets browsers offer passkeys among the values for a field with `autocomplete="webauthn"`. A challenge gets old while a page
 * is open: a new one replaces it in time.
 * @param path where the server says what it wants
 * @param use is called with the answer, once a person has chosen
 * @returns a function that ends the offer: a browser has one question at a time
 */
export function offerPasskeys(path: string, use: (answer: string) => void): () => void {
  const stop = new AbortController();
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const options = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(path, stop.signal);
    const round = new AbortController();
    const renewal = setTimeout(() => round.abort(), (options.timeout ?? 0) * FRESH);
    stop.signal.addEventListener('abort', () => round.abort());
    try {
      use(await get(options, { mediation: 'conditional', signal: round.signal }));
    } catch {
      if (round.signal.aborted && !stop.signal.aborted) await offer();
    } finally {
      clearTimeout(renewal);
    }
  };
  // Nobody asked for anything yet, so there is nothing to say when it fails: the button says it.
  offer().catch(() => {});
  return () => stop.abort();
}

/** A challenge is replaced after this part of its life. */
const FRESH = 0.8;

/** @param error what one of these functions threw */
export function troubleOf(error: unknown): PasskeyTrouble {
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
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Options;
}

function answerOf(credential: Credential | null): string {
  return JSON.stringify((credential as PublicKeyCredential).toJSON());
}
