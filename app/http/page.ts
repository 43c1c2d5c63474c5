import { data } from 'react-router';
import { accountOf, contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { pageReplies } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { alarmBrokenSeal } from './damage.ts';
import { errorResponse, STATUS } from './errors.ts';
import { type Toast, toast } from './toast.ts';

/** The data of a signed-in person's page. */
export interface Page<T> {
  /** Null when it could not be loaded. */
  data: T | null;
  toast: Toast | null;
  /** Empty when accounts cannot be looked up. */
  name: string;
  /** The time zone of dates. */
  time_zone: string;
  /** The moment of the request, an instant. */
  now: string;
}

/**
 * Loads a signed-in person's page. When something cannot be reached, the page comes empty with status 503 and an error.
 * @param work reads the data; it looks up the account itself, because that lookup can fail too
 * @throws Response for refusals such as not-found, with status and sentence
 */
export async function loadPage<T>(context: Provider, work: () => Promise<T>) {
  const now = contextOf(context).now.toISOString();
  try {
    const { name, time_zone } = accountOf(context);
    return data<Page<T>>({ data: await work(), toast: null, name, time_zone, now });
  } catch (thrown) {
    const error = alarmBrokenSeal(context, thrown);
    if (error instanceof Response) throw error;
    // Damage has an error page of its own; an outage leaves this page empty.
    const isOutage = error === thrown && !(error instanceof AppError && error.code !== 'unavailable');
    if (error instanceof AppError && !isOutage) throw errorResponse(error);
    context.get(webDeps).log.error({ err: error }, 'the data of a page could not be loaded');
    const words = { ...toast('error', say(pageReplies.notLoaded)), isRefusal: false };
    return data<Page<T>>({ data: null, toast: words, ...knownOf(context), now }, { status: STATUS.unavailable });
  }
}

/** The account's name and zone; empty if the account could not be looked up. */
function knownOf(context: Provider): Pick<Page<never>, 'name' | 'time_zone'> {
  if (context.get(visitContext) === 'unknown') return { name: '', time_zone: 'UTC' };
  const { name, time_zone } = accountOf(context);
  return { name, time_zone };
}
