import { parcelArchive, parcelToRead } from '#app/contents/parcel-archive.ts';
import { zipResponse } from '#app/http/file-response.ts';
import { contextOf, vaultOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { notedDownload } from '#app/recipients/files.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import { openRecipientsFile } from '#services/recipients/recipient.ts';
import { openRecipientsParcel } from '#services/recipients/sealed-items.ts';
import type { Route } from './+types/parcel.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** A sealed item of a delivery that was opened, with our share and all that opens it without us. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const { secret, file_id } = params;
    const parcel = await openRecipientsParcel(contextOf(context), secret, file_id);
    const files = parcelArchive(context, parcelToRead(parcel, parcel.share), {
      small: async () => parcel,
      content: () => openRecipientsFile(vaultOf(context), secret, file_id),
    });
    return notedDownload(context, request, secret, zipResponse(files, say(parcelTexts['archive-name']), request));
  });
}
