import { Form, Link, useNavigation } from 'react-router';
import { ContentDeliveries } from '#app/components/content/deliveries.tsx';
import { LetterDraft } from '#app/components/create/letter-draft.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { type OwnContent, ownContent } from '#app/contents/own-content.ts';
import { errorResponse } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { editTextSchema } from '#domain/content/content.schema.ts';
import { AppError } from '#domain/errors.ts';
import { draftKey } from '#services/accounts/person-key.ts';
import { editContent } from '#services/contents/change-content.ts';
import type { Route } from './+types/content-edit.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Edit a letter · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = await ownContent(context, params.id);
  if (own.content.type === 'text') return { ...own, draft: await draftKey(contextOf(context), accountOf(context).id) };
  throw errorResponse(new AppError('conflict', 'Only letters can be edited.'));
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), editTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await editContent(contextOf(context), accountOf(context).id, params.id, submission.value);
    return await redirectWithToast(`/dashboard/content/${params.id}`, toast('success', 'Letter changed'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function ContentEdit({ loaderData: { draft, ...own }, actionData }: Route.ComponentProps) {
  const { content } = own;
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'edit-form',
    fields: ['title', 'content'],
    initial: { title: content.title, content: content.content },
    result: actionData?.result,
    schema: async () => (await import('#domain/content/content.schema.ts')).editTextSchema,
  });
  const written = { form: form.ref, draft, letter: content.id, wasSent: actionData !== undefined };
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head">
          <h1>Edit a letter</h1>
        </div>
        <Form className="desk" method="post" {...form}>
          <WhatItMeans {...own} />
          <FormErrors errors={errors} />
          <Field label="Title" meta={fields.title}>
            <input className="control title-in" type="text" autoComplete="off" {...controlProps(fields.title)} />
          </Field>
          <Field label="Message" note={<LetterDraft {...written} />} meta={fields.content}>
            <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
          </Field>
          <div className="row create-acts">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save
            </button>
            <Link className="btn btn-quiet" to={`/dashboard/content/${content.id}`}>
              Cancel
            </Link>
          </div>
        </Form>
      </div>
    </main>
  );
}

/** What becomes of the deliveries that carry it, before a word is changed. */
function WhatItMeans({ content, pending, sent }: OwnContent) {
  if (pending.length + sent.length === 0 && !content.is_public) return null;
  return (
    <div className="note">
      {pending.length > 0 && (
        <div>
          <p>
            <strong>What waits is sent as it is then</strong>, with what you change here:
          </p>
          <ContentDeliveries deliveries={pending} />
        </div>
      )}
      {sent.length > 0 && (
        <div>
          <p>
            <strong>What was sent stays as it was</strong>, whatever you change:
          </p>
          <ContentDeliveries deliveries={sent} />
        </div>
      )}
      {content.is_public && (
        <p>
          <strong>It is public.</strong> Everyone sees what you change as soon as you save it.
        </p>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
