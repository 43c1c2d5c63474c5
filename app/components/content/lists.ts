import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';

/** @returns the address of a part of everything that is kept; null is all of it */
export function vaultPath(type: ContentType | null, cursor: string | null = null): string {
  const query = new URLSearchParams({ ...(type && { type }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/dashboard/content?${query}` : '/dashboard/content';
}

/** @returns the type that an address asks for; null, all of them, for what we do not know */
export function vaultType(query: URLSearchParams): ContentType | null {
  return CONTENT_TYPES.find((type) => type === query.get('type')) ?? null;
}

/** @returns whether an address asks for a type that there is not */
export function isUnknownType(query: URLSearchParams): boolean {
  return query.has('type') && vaultType(query) === null;
}

/**
 * Reads a page of a list; for one that nobody was led to, the list begins at the top.
 * @param top where that is
 * @throws Response, a redirect to it
 */
export async function orFirstPage<T>(top: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation-failed') throw redirect(top);
    throw error;
  }
}

/**
 * Whether a list is read again. Opening something over it leaves it as it is; a change made there does not.
 * @returns what `shouldRevalidate` of a list's route gives
 */
export function isListStale({ nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return nextUrl.pathname.includes('/open/') && !formMethod ? false : defaultShouldRevalidate;
}
