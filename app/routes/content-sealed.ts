import { accountOf, contextOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { findSealedParts } from '#services/contents/parcels.ts';
import type { Route } from './+types/content-sealed.ts';

/** What the owner's page needs to open a sealed item beside its content.age: binary in base64, and never our share. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToFileTrouble(context, request, async () => {
    const parts = await findSealedParts(contextOf(context), accountOf(context).id, params.id);
    const { label, size, meta, key } = parts;
    return Response.json(
      { label, size, meta: meta.toString('base64'), key: key.toString('base64') },
      { headers: { 'cache-control': 'no-store' } },
    );
  });
}
