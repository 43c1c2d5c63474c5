import type { SubmissionResult } from '@conform-to/react';
import { Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { InputField } from '#app/components/field.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, sessionOf, webDeps } from '#app/middleware/context.ts';
import { endSession } from '#app/middleware/session.ts';
import { ownerProofSchema } from '#domain/accounts/accounts.schema.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { fullDateTime } from '#messages/dates.ts';
import { profileDelete, profileDeleteToasts } from '#messages/en/profile-delete.ts';
import { say } from '#messages/say.ts';
import { type DeletionSummary, deleteAccount, deletionSummary } from '#services/accounts/delete-account.ts';
import type { Route } from './+types/profile-delete.ts';

export const meta: Route.MetaFunction = () => [{ title: say(profileDelete.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => deletionSummary(contextOf(context), accountOf(context).id));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), ownerProofSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { sessionId, user } = sessionOf(context);
    await deleteAccount(contextOf(context), { accountId: user.id, sessionId, password: submission.value.password });
    const cookie = await endSession(context.get(webDeps).appOrigin);
    return await redirectWithToast('/', toast('success', say(profileDeleteToasts.deleted)), [['set-cookie', cookie]]);
  } catch (error) {
    return failedForm(context, submission, error, say(profileDeleteToasts.failed));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { data, toast: left, time_zone } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(profileDelete.heading)}</h1>
          <p className="lead">{say(profileDelete.lead)}</p>
        </div>
        {data && data.items > 0 && <OfferArchive bytes={data.bytes} />}
        {data ? <DeletionForm summary={data} timeZone={time_zone} result={actionData?.result} /> : <NotLoaded />}
      </div>
    </main>
  );
}

function OfferArchive({ bytes }: { bytes: number }) {
  return (
    <section className="form-stack" aria-labelledby="h-archive">
      <div className="stack-s">
        <h2 id="h-archive">{say(profileDelete.archive)}</h2>
        <p>{say(profileDelete.archiveWords, { size: inMegabytes(bytes) })}</p>
      </div>
      <p>
        <Link className="btn btn-secondary" to="/profile/export">
          {say(profileDelete.archiveLink)}
        </Link>
      </p>
    </section>
  );
}

interface DeletionFormProps {
  summary: DeletionSummary;
  timeZone: string;
  result: SubmissionResult<string[]> | undefined;
}

function DeletionForm({ summary, timeZone, result }: DeletionFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, { password }] = useLazyForm<z.input<typeof ownerProofSchema>>({
    id: 'delete-account-form',
    lastResult: result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).ownerProofSchema,
  });
  return (
    <CheckedForm form={form} fields={[password]} className="form-stack" method="post">
      <Pending pending={summary.pending} timeZone={timeZone} />
      <ul className="carriers stack-s">
        {sentencesOf(summary).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <FormErrors />
      {summary.hasPassword ? (
        <InputField
          label={say(profileDelete.password)}
          hint={say(profileDelete.passwordHint)}
          type="password"
          autoComplete="current-password"
          meta={password}
        />
      ) : (
        <input type="hidden" name="password" value="" />
      )}
      <div className="row">
        <button className="btn btn-danger-solid" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(profileDelete.submit)}
        </button>
        <Link className="btn btn-quiet" to="/profile">
          {say(profileDelete.cancel)}
        </Link>
      </div>
    </CheckedForm>
  );
}

function Pending({ pending, timeZone }: { pending: DeletionSummary['pending']; timeZone: string }) {
  if (pending.length === 0) return null;
  return (
    <section className="stack-s" aria-labelledby="h-pending">
      <h2 id="h-pending">{say(profileDelete.pending)}</h2>
      <ul className="carriers stack-s">
        {pending.map((delivery) => (
          <li key={delivery.id}>
            {say(profileDelete.delivery, {
              title: titleOf(delivery),
              recipient: delivery.recipient_name || delivery.recipient_email,
              date: fullDateTime(delivery.scheduled_time, timeZone),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @returns a sentence for each thing that goes */
function sentencesOf({ items, bytes, publicItems, contacts, notified, sent, paidPlan }: DeletionSummary): string[] {
  return [
    items > 0 ? say(profileDelete.items, { count: items, size: inMegabytes(bytes) }) : '',
    publicItems > 0 ? say(profileDelete.publicItems, { count: publicItems }) : '',
    sent > 0 ? say(profileDelete.sent, { count: sent }) : '',
    paidPlan ? say(profileDelete.subscription, { plan: paidPlan }) : '',
    paidPlan ? say(profileDelete.refund) : '',
    contacts > 0 && notified === 0 ? say(profileDelete.contacts, { count: contacts }) : '',
    notified > 0 ? say(profileDelete.notified, { count: notified }) : '',
    say(profileDelete.mail),
  ].filter(Boolean);
}
