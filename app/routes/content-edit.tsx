import { data } from 'react-router';
import { EditFile } from '#app/components/content/edit-file.tsx';
import { EditLetter } from '#app/components/content/edit-letter.tsx';
import { SavedMeanwhile } from '#app/components/content/saved-meanwhile.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { type FormReply, invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { editFileSchema, editTextSchema } from '#domain/content/content.schema.ts';
import { contentEdit } from '#messages/en/content-edit.ts';
import { contentReplies } from '#messages/en/content-item.ts';
import { say } from '#messages/say.ts';
import { draftKey } from '#services/crypto/person-key.ts';
import { ChangedMeanwhile, editContent, type SavedSince } from '#services/vault/edit-content.ts';
import type { Route } from './+types/content-edit.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(contentEdit.title) }]);

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = await ownContent(context, params.id);
  const isLetter = own.content.type === 'text';
  return { ...own, draft: isLetter ? await draftKey(contextOf(context), accountOf(context).id) : null };
}

/** The reply when nothing was saved. */
interface EditReply extends FormReply {
  /** What was saved since the form was loaded. */
  saved?: SavedSince;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const isFile = form.has('caption');
  const submission = isFile ? parseForm(form, editFileSchema) : parseForm(form, editTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { version = null, ...edit } = submission.value;
  try {
    await editContent(contextOf(context), accountOf(context).id, params.id, edit, version);
    return await redirectWithToast(
      `/dashboard/content/${params.id}`,
      toast('success', say(isFile ? contentReplies.fileChanged : contentReplies.changed)),
    );
  } catch (error) {
    const reply = failedForm(context, submission, error, say(contentReplies.notUpdated));
    const saved = error instanceof ChangedMeanwhile ? error.saved : null;
    return saved ? data<EditReply>({ ...reply.data, saved }, reply.init ?? undefined) : reply;
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ContentEdit({ loaderData: { draft, ...own }, actionData }: Route.ComponentProps) {
  const reply: EditReply | undefined = actionData;
  const { content } = own;
  const props = { own, result: reply?.result, savedVersion: reply?.saved?.version };
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast} />
      <div className="create">
        <div className="head">
          <h1>{say(contentEdit.heading[content.type])}</h1>
        </div>
        {reply?.saved && <SavedMeanwhile id={content.id} saved={reply.saved} hasLocation={own.hasLocation} />}
        {content.type === 'text' ? <EditLetter {...props} draft={draft} /> : <EditFile {...props} />}
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
