import { data } from 'react-router';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { errorResponse } from './errors.ts';
import { type Toast, toast } from './toast.ts';

/** A page's data, or why it is empty. */
export type Loaded<T> = { data: T; toast: null } | { data: null; toast: Toast };

/**
 * Loads a page's data. When that fails the page still comes, with status 503, empty, and says so.
 * @param work reads what the page shows; whose page it is is asked in here too, since that may be what cannot be known
 * @throws Response for what a page cannot live without: refusals (not found and the like), with their status and sentence
 */
export async function load<T>(context: Provider, work: () => Promise<T>) {
  try {
    return data<Loaded<T>>({ data: await work(), toast: null });
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError && error.code !== 'unavailable') throw errorResponse(error);
    context.get(webParts).log.error({ err: error }, 'the data of a page could not be loaded');
    return data<Loaded<T>>({ data: null, toast: toast('error', 'Error loading data') }, { status: 503 });
  }
}
