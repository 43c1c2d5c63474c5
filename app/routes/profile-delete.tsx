import { Form, Link, useNavigation } from 'react-router';
import { fullDateTime } from '#app/components/dates.ts';
import { titleOf } from '#app/components/delivery/item.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PasswordField } from '#app/components/password-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useForm } from '#app/components/use-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, visitContext, webParts } from '#app/middleware/context.ts';
import { endSession } from '#app/middleware/session.ts';
import { deleteAccountSchema } from '#domain/accounts/accounts.schema.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { type DeletionSummary, deleteAccount, deletionSummary } from '#services/accounts/delete-account.ts';
import type { Route } from './+types/profile-delete.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Delete your account · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => deletionSummary(contextOf(context), accountOf(context).id));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), deleteAccountSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { id } = accountOf(context);
    const visit = context.get(visitContext);
    const sessionId = typeof visit === 'object' ? visit.sessionId : '';
    await deleteAccount(contextOf(context), { accountId: id, sessionId, password: submission.value.password });
    const cookie = await endSession(context.get(webParts).appOrigin);
    return await redirectWithToast('/', toast('success', 'Your account is deleted'), [['set-cookie', cookie]]);
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to delete your account');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function ProfileDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { data, toast: words, time_zone } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="create">
        <div className="head stack-s">
          <h1>Delete your account</h1>
          <p className="lead">
            Everything in it goes at once and for good. It cannot be undone, and nobody can bring it back: not you, not
            we.
          </p>
        </div>
        {data ? <Farewell {...data} timeZone={time_zone} result={actionData?.result} /> : <NotLoaded />}
      </div>
    </main>
  );
}

type FarewellProps = DeletionSummary & { timeZone: string; result: Parameters<typeof useForm>[0]['result'] };

function Farewell({ timeZone, result, ...going }: FarewellProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'delete-account-form',
    fields: ['password'],
    result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).deleteAccountSchema,
  });
  return (
    <Form className="desk" method="post" {...form}>
      <Pending pending={going.pending} timeZone={timeZone} />
      <ul className="carriers stack-s">
        {sentencesOf(going).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <FormErrors errors={errors} />
      {going.hasPassword ? (
        <PasswordField
          label="Password"
          hint="To be sure that it is you."
          autoComplete="current-password"
          meta={fields.password}
        />
      ) : (
        <input type="hidden" name="password" value="" />
      )}
      <div className="row">
        <button className="btn btn-danger-solid" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Delete everything
        </button>
        <Link className="btn btn-quiet" to="/profile">
          Keep my account
        </Link>
      </div>
    </Form>
  );
}

function Pending({ pending, timeZone }: { pending: DeletionSummary['pending']; timeZone: string }) {
  if (pending.length === 0) return null;
  return (
    <section className="stack-s" aria-labelledby="h-pending">
      <h2 id="h-pending">This will not be sent</h2>
      <ul className="carriers stack-s">
        {pending.map((delivery) => (
          <li key={delivery.id}>
            “{titleOf(delivery)}” to {delivery.recipient_name || delivery.recipient_email} on{' '}
            {fullDateTime(delivery.scheduled_time, timeZone)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What goes, said of what there is. */
function sentencesOf({ items, bytes, publicItems, contacts, notified, sent, paidPlan }: DeletionSummary): string[] {
  return [
    items > 0 ? `${counted(items, 'item')} that you keep, ${inMegabytes(bytes)} in all, cannot be read any more.` : '',
    publicItems > 0
      ? `${counted(publicItems, 'of them is public, and leaves', 'of them are public, and leave')} the gallery.`
      : '',
    sent > 0 ? `${counted(sent, 'delivery')} that went out can no longer be opened by whoever has the link.` : '',
    paidPlan ? `Your ${paidPlan} subscription is cancelled, and nothing more is charged.` : '',
    paidPlan
      ? 'What you have paid for it is not given back. Within 30 days of a payment it can be: cancel with a refund first, on the page of your plan.'
      : '',
    contacts > 0 && notified === 0 ? `${counted(contacts, 'trusted contact')} will never hear from us.` : '',
    notified > 0
      ? `${counted(notified, 'person was', 'people were')} told that we had not heard from you, and will hear that nothing comes.`
      : '',
    'We mail you once more, to say that it is done.',
  ].filter(Boolean);
}

function counted(count: number, one: string, many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
