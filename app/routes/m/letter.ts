import { readForm } from '#app/http/form.ts';
import { contextOf } from '#app/middleware/context.ts';
import { orProblemPage } from '#app/plain/or-problem-page.ts';
import { invitationPage, openedPage, refusedPage, refusePage } from '#app/plain/recipient-pages.ts';
import { savedCopy } from '#app/plain/saved-copy.ts';
import { absentFiles, notedDownload } from '#app/recipients/files.ts';
import { AppError } from '#domain/errors.ts';
import { findInvitation, openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import type { Route } from './+types/letter.ts';

/** The invitation. Looking at it changes nothing: mail scanners follow every link. `?refuse` asks whether it is really not for them. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  return orProblemPage(context, async () => {
    const services = contextOf(context);
    const invitation = await findInvitation(services, params.secret);
    const isRefusing = url.searchParams.has('refuse') && !invitation.opened;
    return isRefusing ? refusePage(invitation, url.pathname) : invitationPage(invitation, url.pathname, services.now);
  });
}

/** What the page's buttons do: open what was sent, save a copy of it, or say that it reached the wrong person. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  return orProblemPage(context, async () => {
    const services = contextOf(context);
    const form = await readForm(request);
    switch (form.get('intent')) {
      case 'open': {
        const delivery = await openInvitation(services, params.secret);
        const files = delivery.items.flatMap((item) => (item.type === 'text' ? [] : item.file_id));
        return openedPage(delivery, url.pathname, await absentFiles(context, params.secret, files));
      }
      case 'save': {
        const copy = savedCopy(await openInvitation(services, params.secret));
        return notedDownload(context, request, params.secret, copy);
      }
      case 'refuse': {
        const invitation = await findInvitation(services, params.secret);
        await refuseInvitation(services, params.secret);
        return refusedPage(invitation);
      }
      default:
        throw new AppError('malformed', 'This page has no such button.');
    }
  });
}
