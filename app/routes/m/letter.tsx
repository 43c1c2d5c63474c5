import { data, redirect, useLocation } from 'react-router';
import { retryAfter, STATUS } from '#app/http/errors.ts';
import { answerWithFile, fileForPage } from '#app/http/file-response.ts';
import { readForm } from '#app/http/form.ts';
import { contextOf, type Provider, retryAfterContext } from '#app/middleware/context.ts';
import { keepAnswered, readAnswered } from '#app/recipients/answered.ts';
import { checkRecipientsFiles, notedDownload } from '#app/recipients/files.ts';
import { savedCopy } from '#app/recipients/saved-copy.ts';
import { LaterPage } from '#app/static-pages/choices.tsx';
import { InvitationPage, RefusedPage, RefusePage } from '#app/static-pages/invitation-pages.tsx';
import { LanguageChoice } from '#app/static-pages/language-choice.tsx';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { OpenedPage } from '#app/static-pages/opened-pages.tsx';
import { QuestionPage } from '#app/static-pages/question-page.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { isReminder } from '#domain/delivery/reminder.ts';
import { AppError } from '#domain/errors.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { answerQuestion } from '#services/recipients/answer.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import {
  extendInvitation,
  findInvitation,
  openInvitation,
  readAllOpened,
  readOpened,
  refuseInvitation,
} from '#services/recipients/recipient.ts';
import { remindLater } from '#services/recipients/remind.ts';
import type { Route } from './+types/letter.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered, fileForPage];

/**
 * The invitation; `?refuse` asks whether it is really not for them. `?from` is a page of what was opened before. Changes
 * nothing: mail scanners follow every link.
 */
export function loader({ context, params, url }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const services = contextOf(context);
    const invitation = await findInvitation(services, params.secret);
    if (invitation.question !== null && !url.searchParams.has('refuse'))
      return { kind: 'asked', invitation, reply: null } as const;
    const from = positionIn(url);
    if (invitation.opened && from !== null)
      return openedPage(context, params.secret, await readOpened(services, params.secret, from));
    const isRefusing = url.searchParams.has('refuse') && !invitation.opened;
    return { kind: isRefusing ? 'refusing' : 'invited', invitation, now: services.now } as const;
  });
}

/** What the page's buttons do: open what was sent, extend its link, save a copy, or say that it reached the wrong person. */
export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const services = contextOf(context);
    const form = await readForm(request);
    switch (form.get('intent')) {
      case 'answer':
        return answered(context, params.secret, `${form.get('answer') ?? ''}`);
      case 'later': {
        const when = form.get('when');
        if (!isReminder(when)) throw new AppError('malformed', say(recipientPages['no-such-button']));
        const remind_at = (await remindLater(services, params.secret, when)).toISOString();
        return {
          kind: 'later',
          invitation: { ...(await findInvitation(services, params.secret)), remind_at },
        } as const;
      }
      case 'open':
      case 'extend': {
        const show = form.get('intent') === 'open' ? openInvitation : extendInvitation;
        return openedPage(context, params.secret, await show(services, params.secret));
      }
      case 'save': {
        const opened = await openInvitation(services, params.secret);
        const copy = savedCopy(opened, readAllOpened(services, params.secret));
        return answerWithFile(context, notedDownload(context, request, params.secret, copy));
      }
      case 'refuse': {
        const invitation = await findInvitation(services, params.secret);
        await refuseInvitation(services, params.secret);
        return { kind: 'refused', invitation } as const;
      }
      default:
        throw new AppError('malformed', say(recipientPages['no-such-button']));
    }
  });
}

/** A right answer leads to the invitation; after a wrong one the page asks again. */
async function answered(context: Provider, secret: string, answer: string) {
  const services = contextOf(context);
  const invitation = await findInvitation(services, secret);
  try {
    const proof = await answerQuestion(services, secret, answer);
    if (proof !== null)
      throw redirect(`/m/${secret}`, { headers: { 'set-cookie': await keepAnswered(context, secret, proof) } });
    return { kind: 'asked', invitation, reply: 'wrong' } as const;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many-requests') throw error;
    context.set(retryAfterContext, retryAfter(error));
    return data({ kind: 'asked', invitation, reply: 'later' } as const, { status: STATUS[error.code] });
  }
}

async function openedPage(context: Provider, secret: string, opened: OpenedDelivery) {
  const { delivery, absent } = await checkRecipientsFiles(context, secret, opened);
  return { kind: 'opened', delivery, absent: Object.fromEntries(absent) } as const;
}

/** @returns the position at which the page begins; null without one */
function positionIn(url: URL): number | null {
  const from = url.searchParams.get('from') ?? '';
  return /^\d{1,9}$/.test(from) ? Number(from) : null;
}

export default function Letter({ loaderData, actionData, params }: Route.ComponentProps) {
  const view = actionData ?? loaderData;
  if (!view) return null;
  return (
    <>
      <View view={view} />
      {view.kind !== 'refused' && <LanguageChoice path={`/m/${params.secret}`} />}
    </>
  );
}

function View({
  view,
}: {
  view: NonNullable<Route.ComponentProps['actionData'] | Route.ComponentProps['loaderData']>;
}) {
  const { pathname: path } = useLocation();
  switch (view.kind) {
    case 'asked':
      return <QuestionPage invitation={view.invitation} path={path} reply={view.reply} />;
    case 'later':
      return <LaterPage invitation={view.invitation} path={path} />;
    case 'invited':
      return <InvitationPage invitation={view.invitation} path={path} now={view.now} />;
    case 'refusing':
      return <RefusePage invitation={view.invitation} path={path} />;
    case 'opened':
      return <OpenedPage delivery={view.delivery} path={path} absent={view.absent} />;
    case 'refused':
      return <RefusedPage invitation={view.invitation} />;
  }
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RecipientTrouble {...troubleOf(error)} />;
}
