import { data } from 'react-router';
import { accountOf, contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { pageReplies } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { orAlarm } from './broken-seal.ts';
import { errorResponse, STATUS } from './errors.ts';
import { type Toast, toast } from './toast.ts';

/** What a page of a signed-in person shows. */
export interface Page<T> {
  /** Null when it could not be loaded. */
  data: T | null;
  toast: Toast | null;
  /** Empty when accounts cannot be looked up. */
  name: string;
  /** The zone that dates are told in. */
  time_zone: string;
  /** The moment of the request, an instant. */
  now: string;
}

/**
 * Loads a page of a signed-in person. When that fails the page still comes, with status 503, empty, and says so.
 * @param work reads what the page shows; asks whose page it is in here, since that may be what cannot be known
 * @throws Response for what a page cannot live without: refusals (not found and the like), with status and sentence
 */
export async function loadPage<T>(context: Provider, work: () => Promise<T>) {
  const now = contextOf(context).now.toISOString();
  try {
    const { name, time_zone } = accountOf(context);
    return data<Page<T>>({ data: await work(), toast: null, name, time_zone, now });
  } catch (thrown) {
    const error = orAlarm(context, thrown);
    if (error instanceof Response) throw error;
    // What is broken is told on a page of its own; what cannot be reached at the moment leaves this one empty.
    const isOutage = error === thrown && !(error instanceof AppError && error.code !== 'unavailable');
    if (error instanceof AppError && !isOutage) throw errorResponse(error);
    context.get(webParts).log.error({ err: error }, 'the data of a page could not be loaded');
    const words = toast('error', say(pageReplies.notLoaded));
    return data<Page<T>>({ data: null, toast: words, ...knownOf(context), now }, { status: STATUS.unavailable });
  }
}

/** Whose page it is, where that is not the very thing that could not be looked up. */
function knownOf(context: Provider): Pick<Page<never>, 'name' | 'time_zone'> {
  if (context.get(visitContext) === 'unknown') return { name: '', time_zone: 'UTC' };
  const { name, time_zone } = accountOf(context);
  return { name, time_zone };
}
