import { data, Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { ErrorPage } from '#app/components/error-page.tsx';
import { ContactQuestion } from '#app/components/profile/contacts.tsx';
import { errorResponse, fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { goneAlready, redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deleteContactPage as texts } from '#messages/en/delete-contact-page.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { findContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import type { Route } from './+types/profile-contact-delete.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

export function loader({ context, params }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    const owner = accountOf(context).id;
    const contact = await findContact(contextOf(context), owner, params.id);
    const contacts = await listContacts(contextOf(context), owner);
    return { contact, isLast: contacts.length === 1 };
  });
}

export async function action({ context, params }: Route.ActionArgs) {
  try {
    await removeContact(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.contactDeleted)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return redirectWithToast('/profile', goneAlready());
    if (error instanceof AppError) throw errorResponse(error);
    context.get(webDeps).log.error({ err: error }, 'a contact could not be deleted');
    return data({ toast: toast('error', say(profileAnswers.contactNotDeleted)) }, { status: STATUS.unavailable });
  }
}

export default function ProfileContactDelete({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name={say(texts.heading)} headingId={HEADING} toast={actionData?.toast}>
      {actionData && (
        <p className="error" role="alert">
          {say(texts.failed)}
        </p>
      )}
      <ContactQuestion
        {...loaderData}
        headingId={HEADING}
        cancel={
          <Link className="btn btn-quiet" to="/profile">
            {say(texts.cancel)}
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={{ to: '/profile', label: say(texts.back) }} />;
}
