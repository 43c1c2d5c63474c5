import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { beyondSharing, type PlanNotice } from '#app/plans/notices.ts';
import { type Deletion, deletionOf } from '#services/contents/delete-content.ts';
import { storageUse } from '#services/contents/queries.ts';
import { orErrorPage } from './errors.ts';

/** A content as its owner looks at it: with the deliveries that carry it, and what sharing it takes. */
export interface OwnContent extends Deletion {
  /** Null where their plan has it. */
  beyondSharing: PlanNotice | null;
  /** The zone that dates are told in. */
  time_zone: string;
}

/** @throws Response 404 for what is not there or somebody else's */
export function ownContent(context: Provider, id: string): Promise<OwnContent> {
  return orErrorPage(async () => {
    const account = accountOf(context);
    const deletion = await deletionOf(contextOf(context), account.id, id);
    const storage = await storageUse(contextOf(context), account.id);
    const beyond = beyondSharing(storage, `/dashboard/content/${id}`);
    return { ...deletion, beyondSharing: beyond, time_zone: account.time_zone };
  });
}
