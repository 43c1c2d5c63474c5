import { data } from 'react-router';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { load } from './load.ts';

/**
 * Loads a page of a signed-in person.
 * @param work reads what the page shows; asks whose page it is in here, since that may be what cannot be known
 * @returns its data, or why there is none, with the moment and the zone that its dates are told in; the name is empty
 *   when accounts cannot be looked up
 */
export async function loadPage<T>(context: Provider, work: () => Promise<T>) {
  const now = contextOf(context).now.toISOString();
  const loaded = await load(context, async () => {
    const { name, time_zone } = accountOf(context);
    return { view: await work(), name, time_zone };
  });
  const { data: found, toast } = loaded.data;
  const page = { data: found?.view ?? null, toast, name: found?.name ?? '', time_zone: found?.time_zone ?? 'UTC', now };
  return data(page, loaded.init ?? {});
}
