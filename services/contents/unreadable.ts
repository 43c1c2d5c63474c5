import type { Context } from '#services/context.ts';
import { SealBroken } from '#services/crypto/seal.ts';

/** Stands for the title of what cannot be opened. */
export const UNREADABLE = 'This item cannot be read. We have been told.';

/**
 * One thing that was changed or damaged must not hide the others beside it.
 * @param about its ids, for whoever hears of it
 * @param open opens it
 * @param otherwise what is shown in its place
 * @throws SealBroken when nobody hears of it
 */
export function orUnreadable<T>(
  { onBroken }: Pick<Context, 'onBroken'>,
  about: Record<string, string>,
  open: () => T,
  otherwise: T,
): T {
  try {
    return open();
  } catch (error) {
    if (!onBroken || !(error instanceof SealBroken)) throw error;
    onBroken(error, about);
    return otherwise;
  }
}
