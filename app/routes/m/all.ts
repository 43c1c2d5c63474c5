import { zipResponse } from '#app/http/file-response.ts';
import { contextOf } from '#app/middleware/context.ts';
import { orProblemPage } from '#app/plain/or-problem-page.ts';
import { archiveOf } from '#app/plain/recipients-archive.ts';
import { notedDownload } from '#app/recipients/files.ts';
import { shownName } from '#services/mails/words.ts';
import { readOpened } from '#services/recipients/recipient.ts';
import type { Route } from './+types/all.ts';

/** Of the sender's name, in the name of the archive. */
const NAME_LENGTH = 60;

/** Everything of a delivery that was opened, as one ZIP: for keeping, and for looking at it without us. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return orProblemPage(context, async () => {
    const delivery = await readOpened(contextOf(context), params.secret);
    const things = await archiveOf(context, params.secret, delivery);
    const response = zipResponse(things, `From ${shownName(delivery.sender_name, NAME_LENGTH)}`, request);
    return notedDownload(context, request, params.secret, response);
  });
}
