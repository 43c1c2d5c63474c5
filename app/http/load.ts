import { data } from 'react-router';
import { AppError } from '#domain/errors.ts';
import { type Toast, toast } from './toast.ts';

/** A page's data, or why it is empty. */
export type Loaded<T> = { data: T; toast: null } | { data: null; toast: Toast };

/**
 * Loads a page's data. When that fails the page still comes, with status 503, empty, and says so.
 * @throws what a page cannot live without: refusals (not found and the like) as they are
 */
export async function load<T>(work: Promise<T>, onFailure: (error: unknown) => void) {
  try {
    return data<Loaded<T>>({ data: await work, toast: null });
  } catch (error) {
    if (error instanceof AppError || error instanceof Response) throw error;
    onFailure(error);
    return data<Loaded<T>>({ data: null, toast: toast('error', 'Error loading data') }, { status: 503 });
  }
}
