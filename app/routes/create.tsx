import { data, useSearchParams } from 'react-router';
import { CreateForm } from '#app/components/create/form.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { type FormReply, invalidForm, parseForm, refusedForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { AlreadySaved, makeOnce, newOnce, saveOnce } from '#app/http/once.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { readUpload, type Upload, UploadRefused } from '#app/http/upload.ts';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { beyondSharing, fullVault, type PlanNotice } from '#app/plans/notices.ts';
import { createFileSchema, createTextSchema } from '#domain/content/content.schema.ts';
import { CONTENT_TYPES, FILE_TYPES, NO_FILE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { draftKey } from '#services/accounts/person-key.ts';
import { createText } from '#services/contents/change-content.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Route } from './+types/create.ts';

const HERE = '/create';
const FAILED = 'Error creating content';

export const meta: Route.MetaFunction = () => [{ title: 'Create · Stillhere' }];

/** The desk comes also when nothing can be looked up: what is written then comes back with every word. */
export async function loader({ context }: Route.LoaderArgs) {
  const once = newOnce();
  try {
    const storage = await storageUse(contextOf(context), accountOf(context).id);
    const draft = await draftKey(contextOf(context), accountOf(context).id);
    return { once, draft, storage, full: fullVault(storage, HERE), beyondSharing: beyondSharing(storage, HERE) };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof AppError)) context.get(webParts).log.error({ err: error }, 'storage could not be counted');
    return { once, draft: null, storage: null, full: null, beyondSharing: null };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  let upload: Upload;
  try {
    upload = await readUpload(
      request,
      context,
      () => accountOf(context).id,
      (em, { id }, digest, form) =>
        saveOnce({ ...contextOf(context), em }, accountOf(context).id, { form, id, digest }),
    );
  } catch (error) {
    if (error instanceof AlreadySaved) return created(error.id);
    if (error instanceof UploadRefused) return failed(context, fileForm(error.form), error.error);
    if (error instanceof AppError) return failed(context, fileForm(new FormData()), error);
    throw error;
  }
  if (upload.kind === 'saved') return created(upload.content.id);
  const { form } = upload;
  return isOneOf(FILE_TYPES, form.get('type')) ? withoutFile(form) : keepLetter(context, form);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

async function keepLetter(context: Provider, form: FormData) {
  const submission = parseForm(form, createTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const owner = accountOf(context).id;
    return await created(
      await makeOnce(context, owner, form, (services) => createText(services, owner, submission.value)),
    );
  } catch (error) {
    return failed(context, submission, atMessage(error));
  }
}

/** What the page is told when nothing was kept. */
interface CreateReply extends FormReply {
  /** Plans with more room, where there was none for it. */
  roomier?: readonly string[] | null;
  /** What sharing takes, where the plan that had it ended since the page was opened. */
  beyondSharing?: PlanNotice | null;
}

/** The toast says why as well, in the words that stand at the field. */
async function failed(context: Provider, submission: Parameters<typeof failedForm>[1], error: unknown) {
  const isRefusal = error instanceof AppError;
  const words = isRefusal ? `${FAILED}: ${error.message}` : FAILED;
  const reply = failedForm(context, submission, error, words);
  const code = isRefusal ? error.code : null;
  const said: CreateReply = {
    ...reply.data,
    roomier: code === 'quota-exceeded' && isRefusal ? error.plans : null,
    beyondSharing: code === 'plan-required' ? await sharingTakes(context) : null,
  };
  return data(said, reply.init ?? undefined);
}

async function sharingTakes(context: Provider): Promise<PlanNotice | null> {
  return beyondSharing(await storageUse(contextOf(context), accountOf(context).id), HERE);
}

/** A letter has no file at which to say that there is no room. */
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
  const missing = new AppError('validation-failed', NO_FILE, [{ field: 'file', message: NO_FILE }]);
  return refusedForm(fileForm(form), missing, toast('error', NO_FILE));
}

/** What was said about a file, to be shown again; the file itself cannot be. */
function fileForm(form: FormData) {
  return parseForm(form, createFileSchema);
}

function created(id: string): Promise<Response> {
  return redirectWithToast(`/schedule?content=${id}`, toast('success', 'Content created successfully!'));
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

export default function Create({
  loaderData: { once, draft, storage, full, beyondSharing },
  actionData,
}: Route.ComponentProps) {
  const [query] = useSearchParams();
  const reply: CreateReply | undefined = actionData;
  const asked = reply?.result.initialValue?.type ?? query.get('type');
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast} />
      <div className="create">
        <div className="head">
          <h1>Create</h1>
          <p className="lead">Keep something. You decide later who it is for, and when.</p>
        </div>
        <CreateForm
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
