import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { type Deletion, deletionOf } from '#services/contents/delete-content.ts';
import { type StorageUse, storageUse } from '#services/contents/queries.ts';
import { orErrorPage } from './errors.ts';

/** A content as its owner looks at it: with the deliveries that carry it, and what their plan allows. */
export interface OwnContent extends Deletion {
  plan: Pick<StorageUse, 'plan' | 'publicSharing'>;
  /** The zone that dates are told in. */
  time_zone: string;
}

/** @throws Response 404 for what is not there or somebody else's */
export function ownContent(context: Provider, id: string): Promise<OwnContent> {
  return orErrorPage(async () => {
    const account = accountOf(context);
    const deletion = await deletionOf(contextOf(context), account.id, id);
    const { plan, publicSharing } = await storageUse(contextOf(context), account.id);
    return { ...deletion, plan: { plan, publicSharing }, time_zone: account.time_zone };
  });
}
