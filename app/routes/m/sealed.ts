import { contextOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { openRecipientsParcel } from '#services/recipients/sealed-items.ts';
import type { Route } from './+types/sealed.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** What the recipient's page needs to open a sealed item beside its content.age: binary in base64. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const parcel = await openRecipientsParcel(contextOf(context), params.secret, params.file_id);
    const { label, size, meta, key, share } = parcel;
    const binary = { meta: meta.toString('base64'), key: key.toString('base64') };
    return Response.json(
      { label, size, ...binary, share: share?.toString('base64') ?? null },
      { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } },
    );
  });
}
