import { checkedFile } from '#app/http/checked-files.ts';
import { fileResponse } from '#app/http/file-response.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { notedDownload } from '#app/recipients/files.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { openRecipientsFile } from '#services/recipients/recipient.ts';
import type { Route } from './+types/file.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** A picture, film, recording or file of a delivery that was opened: reachable through its link alone. */
export function loader({ request, context, params, url }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const { secret, file_id } = params;
    const check = () => openRecipientsFile(vaultOf(context), secret, file_id);
    const file = await checkedFile(context, request, secret, file_id, check);
    const [download, read] = [url.searchParams.has('download'), url.searchParams.has('read')];
    const response = await fileResponse(context, file, request, { download, read, cache: 'no-store' });
    return download ? notedDownload(context, request, secret, response) : response;
  });
}
