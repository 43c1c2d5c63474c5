/** Who somebody is, by the word of a provider that was checked. */
export interface Identified {
  /** The provider, and who they are there: together they never change and are never given to anybody else. */
  issuer: string;
  subject: string;
  /** As the provider writes it; null when it does not tell. It can change, and change hands. */
  email: string | null;
  /** Whether the provider has proven that the address is theirs. */
  emailVerified: boolean;
  name: string | null;
  /** The address of a picture of them, as it was told. */
  picture: string | null;
}

/** Where somebody who comes back stands. */
export type Return = { identified: Identified } | 'cancelled';

/**
 * Signing in elsewhere, in two steps: away to the provider, and back with its word. What belongs together is held
 * together by cookies of this browser; nothing is kept here in between.
 */
export interface IdentityProvider {
  /**
   * @param request the one that asks for it
   * @returns a redirect to the provider, with the cookies of this attempt
   * @throws AppError unavailable when the provider cannot be reached
   */
  begin(request: Request): Promise<Response>;
  /**
   * @param request the one that the provider has sent back; anything
   * @throws AppError malformed when it is not the answer to an attempt of this browser, or not true; unavailable when
   *   the provider cannot be reached
   */
  finish(request: Request): Promise<Return>;
  /** @returns Set-Cookie headers that forget the attempt that this request came back to: it is good once */
  forget(request: Request): string[];
  /**
   * @param address of a picture, as it was told; only what lies where the provider keeps them is fetched
   * @returns the bytes, unproven; null when there is none, it is too big, or it does not come in time
   */
  fetchPicture(address: string): Promise<Uint8Array | null>;
}
