/**
 * Why a parcel does not open. `unknown-words`: some are not in the list, so they were mistyped. `wrong-words`, `wrong-shares`:
 * well typed, and not of this parcel. `damaged`: the files were changed, cut, or are not of one parcel.
 */
export type ParcelFaultKind = 'unknown-words' | 'wrong-words' | 'wrong-shares' | 'damaged';

/** A parcel that does not open, and why. */
export class ParcelFault extends Error {
  override readonly name = 'ParcelFault';
  readonly kind: ParcelFaultKind;
  /** The words that are not in the list. */
  readonly words: readonly string[];

  constructor(kind: ParcelFaultKind, message: string, words: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.words = words;
  }
}
