import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { beyondSharing, type PlanNotice, TAKEN_OUT } from '#app/plans/notices.ts';
import { type Deletion, deletionOf } from '#services/contents/delete-content.ts';
import { isWithheld, storageUse } from '#services/contents/queries.ts';
import { orErrorPage } from './errors.ts';

/** A content as its owner looks at it: with the deliveries that carry it, and why it cannot be shared. */
export interface OwnContent extends Deletion {
  /** What their plan does not have, or that we took it out of the gallery; null where it can be shared. */
  beyondSharing: PlanNotice | null;
  /** The zone that dates are told in. */
  time_zone: string;
}

/** @throws Response 404 for what is not there or somebody else's */
export function ownContent(context: Provider, id: string): Promise<OwnContent> {
  return orErrorPage(async () => {
    const account = accountOf(context);
    const deletion = await deletionOf(contextOf(context), account.id, id);
    const isTakenOut = await isWithheld(contextOf(context), account.id, id);
    const storage = await storageUse(contextOf(context), account.id);
    const beyond = isTakenOut ? TAKEN_OUT : beyondSharing(storage, `/dashboard/content/${id}`);
    return { ...deletion, beyondSharing: beyond, time_zone: account.time_zone };
  });
}
