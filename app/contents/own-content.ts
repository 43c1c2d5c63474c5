/** The pages of one content, for its owner. */
import { data, redirect } from 'react-router';
import { alarmBrokenSeal } from '#app/http/damage.ts';
import { errorResponse, fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import type { LinkedRefusal } from '#app/http/refusal-message.ts';
import { isFromScript } from '#app/http/request.ts';
import { redirectWithToast, type Toast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { beyondSharing, type PlanBanner, takenOut } from '#app/plans/banners.ts';
import { AppError } from '#domain/errors.ts';
import { contentItem, contentReplies } from '#messages/en/content-item.ts';
import { formReplies } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import { hasLocation, isWithheld } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import { listVersions } from '#services/contents/versions.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import { type Deletion, deletionOf } from '#services/vault/delete-content.ts';
import { documentNote } from './opens-with.ts';
import { recipientNote } from './recipient-note.ts';

/** A content with its deliveries. */
export interface OwnContent extends Deletion {
  /** Why it cannot be made public: the plan, or an operator; null where it can. */
  beyondSharing: PlanBanner | null;
  /** What a recipient will not see at once; null where there is nothing to say. */
  recipientNote: string | null;
  /** What opens a document; null for every other content. */
  opensWith: string | null;
  /** A camera wrote its location into the file. */
  hasLocation: boolean;
  /** The owner's time zone, for dates. */
  time_zone: string;
}

/**
 * @throws Response 404, also for a content of another owner
 * @throws LinkedRefusal with 500 for a damaged letter with earlier versions; Response 500 for any other that is damaged
 */
export function ownContent(context: Provider, id: string): Promise<OwnContent> {
  return fallbackToErrorPage(async () => {
    const account = accountOf(context);
    const deletion = await deletionOf(contextOf(context), account.id, id).catch((error: unknown) =>
      leadToVersions(context, id, error),
    );
    const isTakenOut = await isWithheld(contextOf(context), account.id, id);
    const storage = await storageUse(contextOf(context), account.id);
    const beyond = isTakenOut ? takenOut() : beyondSharing(storage, `/dashboard/content/${id}`);
    const { content } = deletion;
    const hasPlace = content.file_id !== null && (await hasLocation(contextOf(context), account.id, content.file_id));
    return {
      ...deletion,
      beyondSharing: beyond,
      recipientNote: recipientNote(content),
      opensWith: documentNote(content),
      hasLocation: hasPlace,
      time_zone: account.time_zone,
    };
  });
}

/** The earlier versions of a damaged letter may be intact, so its page leads to them. */
async function leadToVersions(context: Provider, id: string, thrown: unknown): Promise<never> {
  const error = alarmBrokenSeal(context, thrown, { content: id });
  if (error === thrown || !(error instanceof AppError)) throw thrown;
  const versions = await listVersions(contextOf(context), accountOf(context).id, id);
  if (versions.length === 0) throw error;
  const link = { to: `/content/${id}/versions`, label: say(contentItem.versions) };
  throw data<LinkedRefusal>({ message: error.message, link }, { status: STATUS[error.code] });
}

/** The reply where the question was asked in a dialog over another page. */
export interface VisibilityReply {
  toast: Toast;
  /** Null when it was changed. */
  problem: string | null;
}

/**
 * What the question page shows.
 * @throws Response 404; a redirect to the content when there is nothing to change
 */
export async function visibilityQuestion(context: Provider, id: string, isPublic: boolean): Promise<OwnContent> {
  const own = await ownContent(context, id);
  if (own.content.is_public === isPublic) throw redirect(`/dashboard/content/${id}`);
  return own;
}

/** Makes a content public or private. A form with `in_place` stays on its page; any other goes to the content. */
export async function answerVisibility(context: Provider, request: Request, id: string, isPublic: boolean) {
  const isInPlace = (await readForm(request)).has('in_place') && isFromScript(request);
  try {
    await setVisibility(contextOf(context), accountOf(context).id, id, isPublic);
  } catch (error) {
    return visibilityFailed(context, error);
  }
  const done = toast('success', say(isPublic ? contentReplies.public : contentReplies.private));
  if (isInPlace) return data<VisibilityReply>({ toast: done, problem: null });
  return redirectWithToast(`/dashboard/content/${id}`, done);
}

function visibilityFailed(context: Provider, error: unknown) {
  const failure = toast('error', say(contentReplies.notUpdated));
  if (error instanceof AppError) {
    if (error.code === 'not-found') throw errorResponse(error);
    return data<VisibilityReply>({ toast: failure, problem: error.message }, { status: STATUS[error.code] });
  }
  context.get(webDeps).log.error({ err: error }, 'could not change the visibility of a content');
  const problem = say(formReplies.nothingChanged);
  return data<VisibilityReply>({ toast: failure, problem }, { status: STATUS.unavailable });
}
