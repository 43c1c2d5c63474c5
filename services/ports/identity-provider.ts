/** A person's identity at a provider, verified. */
export interface Identified {
  /** The provider and the person's id there: the pair never changes and is never reused. */
  issuer: string;
  subject: string;
  /** Null when the provider withholds it. It can change, and pass to another person. */
  email: string | null;
  /** Whether the provider says that the address was proven to be theirs, at some time. */
  emailVerified: boolean;
  /** Whether the provider runs the mailbox: only then does it know that the address is theirs today. */
  runsMailbox: boolean;
  name: string | null;
  /** The URL of a picture of them, unverified. */
  picture: string | null;
}

/** What came of signing in at the provider. */
export type Return = { identified: Identified } | 'cancelled';

/**
 * Signing in at a provider, in two steps: a redirect there, and a redirect back. Cookies of this browser link the two;
 * nothing is stored here in between.
 */
export interface IdentityProvider {
  /**
   * @param request the request that starts it
   * @returns a redirect to the provider, with the cookies of this attempt
   * @throws AppError unavailable when the provider cannot be reached
   */
  begin(request: Request): Promise<Response>;
  /**
   * @param request the request that came back; anything
   * @throws AppError malformed when it does not answer an attempt of this browser, or is forged; unavailable when the
   *   provider cannot be reached
   */
  finish(request: Request): Promise<Return>;
  /** @returns Set-Cookie headers that delete this attempt: it works once */
  forget(request: Request): string[];
  /**
   * @param address the URL of a picture; only the provider's own picture host is fetched
   * @returns the bytes, unverified; null when there is none, it is too large, or it is not there in time
   */
  fetchPicture(address: string): Promise<Uint8Array | null>;
}
