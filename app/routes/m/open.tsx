import { redirect } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { openingPage } from '#app/static-pages/opening.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { openUntil } from '#app/static-pages/set-aside.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { identified, oneLine, shownName } from '#services/mails/words.ts';
import { findInvitation } from '#services/recipients/recipient.ts';
import { openRecipientsParcel } from '#services/recipients/sealed-items.ts';
import type { Route } from './+types/open.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** Opens a sealed item of a delivery or release, in the browser of its recipient. Before the delivery is opened it leads there. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const { secret, file_id } = params;
    const services = contextOf(context);
    const invitation = await findInvitation(services, secret);
    if (!invitation.opened || invitation.question !== null) throw redirect(`/m/${secret}`);
    const parcel = await openRecipientsParcel(services, secret, file_id);
    const { sender_name, sender_email, recipient_name, sent_on, time_zone: timeZone } = invitation;
    const person = identified(sender_name, sender_email);
    const recipient = oneLine(recipient_name ?? '');
    const { opened } = recipientPages;
    const address = `/m/${secret}/file/${file_id}`;
    return openingPage(context, {
      parcel,
      // Without a share of ours its owner has made no sheets.
      ways: parcel.share ? ['words', 'sheet', 'two'] : ['words'],
      sent: {
        sender: shownName(sender_name),
        recipient,
        from: recipient ? say(opened['from-to'], { person, recipient }) : say(opened.from, { person }),
        sentOn: new Date(sent_on),
        timeZone,
        until: openUntil(invitation),
      },
      timeZone,
      addresses: { parcel: `${address}/sealed`, content: address, archive: `${address}/parcel.zip` },
    });
  });
}
