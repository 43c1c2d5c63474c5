import type { SubmissionResult } from '@conform-to/react';
import { type ReactNode, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { ContentDeliveries } from '#app/components/content/deliveries.tsx';
import { LetterDraft } from '#app/components/create/letter-draft.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { InputField, TextField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { type OwnContent, ownContent } from '#app/contents/own-content.ts';
import { errorResponse } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { editTextSchema } from '#domain/content/content.schema.ts';
import { AppError } from '#domain/errors.ts';
import { contentEdit } from '#messages/en/content-edit.ts';
import { contentReplies } from '#messages/en/content-item.ts';
import { forms } from '#messages/en/forms.ts';
import { say, sayRich } from '#messages/say.ts';
import { type DraftKey, draftKey } from '#services/crypto/person-key.ts';
import { editContent } from '#services/vault/change-content.ts';
import type { Route } from './+types/content-edit.ts';

export const meta: Route.MetaFunction = () => [{ title: say(contentEdit.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = await ownContent(context, params.id);
  if (own.content.type === 'text') return { ...own, draft: await draftKey(contextOf(context), accountOf(context).id) };
  throw errorResponse(new AppError('conflict', say(contentReplies.notALetter)));
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), editTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await editContent(contextOf(context), accountOf(context).id, params.id, submission.value);
    return await redirectWithToast(`/dashboard/content/${params.id}`, toast('success', say(contentReplies.changed)));
  } catch (error) {
    return failedForm(context, submission, error, say(contentReplies.notUpdated));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ContentEdit({ loaderData: { draft, ...own }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head">
          <h1>{say(contentEdit.heading)}</h1>
        </div>
        <EditForm draft={draft} own={own} result={actionData?.result} />
      </div>
    </main>
  );
}

interface EditFormProps {
  draft: DraftKey;
  own: OwnContent;
  result: SubmissionResult<string[]> | undefined;
}

function EditForm({ draft, own, result }: EditFormProps) {
  const { content } = own;
  const isBusy = useNavigation().state === 'submitting';
  const element = useRef<HTMLFormElement>(null);
  const [form, { title, content: message }] = useLazyForm<z.input<typeof editTextSchema>>({
    id: 'edit-form',
    defaultValue: { title: content.title, content: content.content },
    lastResult: result,
    schema: async () => (await import('#domain/content/content.schema.ts')).editTextSchema,
  });
  const note = <LetterDraft form={element} draft={draft} letter={content.id} wasSent={result !== undefined} />;
  return (
    <CheckedForm form={form} fields={[title, message]} ref={element} className="form-stack" method="post">
      <Consequences {...own} />
      <FormErrors />
      <InputField
        label={say(contentEdit.titleLabel)}
        type="text"
        className="control title-in"
        autoComplete="off"
        meta={title}
      />
      <TextField label={say(contentEdit.message)} className="control letter-in" rows={12} note={note} meta={message} />
      <FormButtons
        className="row create-acts"
        submit={say(forms.save)}
        isBusy={isBusy}
        cancelTo={`/dashboard/content/${content.id}`}
      />
    </CheckedForm>
  );
}

/** What a change means for the deliveries that carry the letter, and for the gallery. */
function Consequences({ content, pending, sent }: OwnContent) {
  if (pending.length + sent.length === 0 && !content.is_public) return null;
  const strong = (words: ReactNode) => <strong>{words}</strong>;
  return (
    <div className="note">
      {pending.length > 0 && (
        <div>
          <p>{sayRich(contentEdit.pending, { strong })}</p>
          <ContentDeliveries deliveries={pending} />
        </div>
      )}
      {sent.length > 0 && (
        <div>
          <p>{sayRich(contentEdit.sent, { strong })}</p>
          <ContentDeliveries deliveries={sent} />
        </div>
      )}
      {content.is_public && <p>{sayRich(contentEdit.public, { strong })}</p>}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
