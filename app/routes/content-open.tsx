import { accountOf, contextOf } from '#app/middleware/context.ts';
import { openingPage } from '#app/static-pages/opening.tsx';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { findSealedParts } from '#services/contents/parcels.ts';
import type { Route } from './+types/content-open.ts';

/** Opens a sealed item in the browser of its owner: never with our share. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToFileTrouble(context, request, async () => {
    const { id: accountId, time_zone: timeZone } = accountOf(context);
    const parcel = await findSealedParts(contextOf(context), accountId, params.id);
    const own = `/content/${params.id}`;
    return openingPage(context, {
      parcel,
      ways: ['words', 'two'],
      sent: null,
      timeZone,
      addresses: {
        parcel: `${own}/sealed`,
        content: `/api/content/file/${parcel.fileId}`,
        archive: `${own}/parcel.zip`,
      },
    });
  });
}
