import { data, useSearchParams } from 'react-router';
import { CreateForm } from '#app/components/create/form.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { savedHref } from '#app/contents/saved-href.ts';
import { sealingFacts } from '#app/contents/sealing-facts.ts';
import { readUpload, saveSettled, type Upload, UploadRefused } from '#app/contents/upload.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { type FormReply, invalidForm, parseForm, refusedForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { AlreadySaved, makeOnce, newFormKey, saveOnce } from '#app/http/idempotent-form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { holdPublishing, type PublishingHold } from '#app/middleware/recent-proof.ts';
import { beyondSharing, fullVault, type PlanBanner } from '#app/plans/banners.ts';
import { createFileSchema, createTextSchema } from '#domain/content/content.schema.ts';
import { CONTENT_TYPES, FILE_TYPES } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { createPage, createReplies } from '#messages/en/create.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { uploadStates } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { storageUse } from '#services/contents/storage.ts';
import { draftKey } from '#services/crypto/person-key.ts';
import { createText } from '#services/vault/change-content.ts';
import type { Route } from './+types/create.ts';

const HERE = '/create';

export const meta: Route.MetaFunction = () => [{ title: say(createPage.title) }];

/** The page works also when the database is away: the server then returns the form with all that was written. */
export async function loader({ context }: Route.LoaderArgs) {
  const once = newFormKey();
  try {
    const storage = await storageUse(contextOf(context), accountOf(context).id);
    const draft = await draftKey(contextOf(context), accountOf(context).id);
    const [full, beyond] = [fullVault(storage, HERE), beyondSharing(storage, HERE)];
    return { once, draft, storage, full, beyondSharing: beyond, sealing: sealingFacts(context) };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof AppError))
      context.get(webDeps).log.error({ err: error }, 'the storage use could not be read');
    return { once, draft: null, storage: null, full: null, beyondSharing: null, sealing: null };
  }
}

export async function action({ request, context, pattern }: Route.ActionArgs) {
  const hold = holdPublishing({ context, pattern });
  let upload: Upload;
  try {
    upload = await readUpload(
      request,
      context,
      () => accountOf(context).id,
      (em, { id }, digest, form) =>
        saveOnce({ ...contextOf(context), em }, accountOf(context).id, { form, id, digest: asHeld(hold, digest) }),
      saveSettled(hold.settle),
    );
  } catch (error) {
    if (error instanceof AlreadySaved) return created(error.id, hold);
    if (error instanceof UploadRefused) return failed(context, fileForm(error.form), error.error);
    if (error instanceof AppError) return failed(context, fileForm(new FormData()), error);
    throw error;
  }
  if (upload.kind === 'saved') return created(upload.content.id, hold);
  const { form } = upload;
  return isOneOf(FILE_TYPES, form.get('type')) ? withoutFile(form) : saveLetter(context, form, hold);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** What is held back now and public the next time is not the same. */
function asHeld(hold: PublishingHold, digest: readonly unknown[]): readonly unknown[] {
  return hold.isHeld() ? [...digest, 'held'] : digest;
}

async function saveLetter(context: Provider, form: FormData, hold: PublishingHold) {
  const submission = parseForm(form, createTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const owner = accountOf(context).id;
    const letter = hold.settle(submission.value);
    if (hold.isHeld()) form.delete('is_public');
    return await created(await makeOnce(context, owner, form, (services) => createText(services, owner, letter)), hold);
  } catch (error) {
    return failed(context, submission, atMessage(error));
  }
}

/** The reply when nothing was saved. */
interface CreateReply extends FormReply {
  /** The plans with enough room, where the vault is too full. */
  roomier?: readonly string[] | null;
  /** Why sharing is not allowed, where the plan has ended since the page was loaded. */
  beyondSharing?: PlanBanner | null;
}

/** The toast has the reason as well, as the field does. */
async function failed(context: Provider, submission: Parameters<typeof failedForm>[1], error: unknown) {
  const isRefusal = error instanceof AppError;
  const words = isRefusal ? say(uploadStates.outcome.failed, { reason: error.message }) : say(createReplies.failed);
  const reply = failedForm(context, submission, error, words);
  const code = isRefusal ? error.code : null;
  const answer: CreateReply = {
    ...reply.data,
    roomier: code === 'quota-exceeded' && isRefusal ? error.plans : null,
    beyondSharing: code === 'plan-required' ? await sharingBanner(context) : null,
  };
  return data(answer, reply.init ?? undefined);
}

async function sharingBanner(context: Provider): Promise<PlanBanner | null> {
  return beyondSharing(await storageUse(contextOf(context), accountOf(context).id), HERE);
}

/** For a letter a full vault is reported at its text: there is no file. */
function atMessage(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'quota-exceeded') return error;
  return new AppError(
    error.code,
    error.message,
    [{ field: 'content', message: error.message }],
    error.facts,
    error.plans,
  );
}

function withoutFile(form: FormData) {
  const message = say(uploadTexts['file-missing']);
  const missing = AppError.atField('validation-failed', 'file', message);
  return refusedForm(fileForm(form), missing, toast('error', message));
}

/** The fields beside a file, for the form that is returned; browsers cannot restore the file itself. */
function fileForm(form: FormData) {
  return parseForm(form, createFileSchema);
}

function created(id: string, hold: PublishingHold): Promise<Response> {
  return redirectWithToast(
    savedHref([id], hold.isHeld()),
    toast('success', say(uploadStates.outcome[hold.isHeld() ? 'held' : 'created'])),
  );
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

export default function Create({
  loaderData: { once, draft, storage, full, beyondSharing, sealing },
  actionData,
}: Route.ComponentProps) {
  const [query] = useSearchParams();
  const reply: CreateReply | undefined = actionData;
  const asked = reply?.result.initialValue?.type ?? query.get('type');
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast} />
      <div className="create">
        <CreateForm
          heading={
            <div className="head">
              <h1>{say(createPage.heading)}</h1>
              <p className="lead">{say(createPage.lead)}</p>
            </div>
          }
          sealing={sealing}
          initialType={isOneOf(CONTENT_TYPES, asked) ? asked : 'text'}
          once={once}
          draft={draft}
          storage={storage}
          result={reply?.result}
          full={full}
          beyondSharing={reply?.beyondSharing ?? beyondSharing}
          roomier={reply?.roomier ?? null}
        />
      </div>
    </main>
  );
}
