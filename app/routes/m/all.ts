import { zipResponse } from '#app/http/file-response.ts';
import { contextOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { archiveOf } from '#app/recipients/archive.ts';
import { notedDownload } from '#app/recipients/files.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { shownName } from '#services/mails/words.ts';
import { readOpened } from '#services/recipients/recipient.ts';
import type { Route } from './+types/all.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** Of the sender's name, in the name of the archive. */
const NAME_LENGTH = 60;

/** Everything that was sent, as one ZIP, after it was opened. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const delivery = await readOpened(contextOf(context), params.secret);
    const files = await archiveOf(context, params.secret, delivery);
    const response = zipResponse(
      files,
      say(recipientPages.copy['archive-name'], { sender: shownName(delivery.sender_name, NAME_LENGTH) }),
      request,
    );
    return notedDownload(context, request, params.secret, response);
  });
}
