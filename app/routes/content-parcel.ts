import { parcelArchive, parcelToRead } from '#app/contents/parcel-archive.ts';
import { zipResponse } from '#app/http/file-response.ts';
import { accountOf, contextOf, vaultOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import { openFile } from '#services/contents/open-file.ts';
import { findSealedParts } from '#services/contents/parcels.ts';
import type { Route } from './+types/content-parcel.ts';

/** A sealed item for its owner, with all that opens it without us: never with our share. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToFileTrouble(context, request, async () => {
    const { id: accountId } = accountOf(context);
    const parts = await findSealedParts(contextOf(context), accountId, params.id);
    const files = parcelArchive(context, parcelToRead(parts, null), {
      small: async () => ({ ...parts, share: null }),
      content: () => openFile(vaultOf(context), { accountId }, parts.fileId),
    });
    return zipResponse(files, say(parcelTexts['archive-name']), request);
  });
}
