import { type Location, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';

/**
 * @param type null for all
 * @returns the address of a list of contents
 */
export function vaultPath(type: ContentType | null, cursor: string | null = null): string {
  const query = new URLSearchParams({ ...(type && { type }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/dashboard/content?${query}` : '/dashboard/content';
}

/** @returns the type in the address; null, which means all, for an unknown one */
export function vaultType(query: URLSearchParams): ContentType | null {
  return CONTENT_TYPES.find((type) => type === query.get('type')) ?? null;
}

/** @returns whether the address names an unknown type */
export function isUnknownType(query: URLSearchParams): boolean {
  return query.has('type') && vaultType(query) === null;
}

/**
 * Reads a page of a list.
 * @param top the address of the first page
 * @throws Response, a redirect to the first page, for a wrong cursor
 */
export async function fallbackToFirstPage<T>(top: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation-failed') throw redirect(top);
    throw error;
  }
}

/**
 * @param location of a dialog over a list
 * @returns the address of the list
 */
export function listUnder({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return pathname.replace(/\/open\/[^/]+$/, '') + search;
}

/**
 * For `shouldRevalidate` of a list's route.
 * @returns whether the list is loaded again: not when a dialog opens over it, but after a change there
 */
export function isListStale({ nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return nextUrl.pathname.includes('/open/') && !formMethod ? false : defaultShouldRevalidate;
}
