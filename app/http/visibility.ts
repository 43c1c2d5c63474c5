import { data, redirect } from 'react-router';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { setVisibility } from '#services/contents/set-visibility.ts';
import { errorResponse, STATUS } from './errors.ts';
import { readForm } from './form.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { redirectWithToast, type Toast, toast } from './toast.ts';

/** What came of it, where the question was asked over another page; `problem` is null when it was done. */
export interface VisibilityReply {
  toast: Toast;
  problem: string | null;
}

/**
 * What the question page shows. There is nothing to ask when it is so already.
 * @throws Response 404, or a redirect to the content itself
 */
export async function visibilityQuestion(context: Provider, id: string, isPublic: boolean): Promise<OwnContent> {
  const own = await ownContent(context, id);
  if (own.content.is_public === isPublic) throw redirect(`/dashboard/content/${id}`);
  return own;
}

/** Shows a content to everyone or hides it: `in_place` stays on the page that asked, anything else goes to the content. */
export async function answerVisibility(context: Provider, request: Request, id: string, isPublic: boolean) {
  const isInPlace = (await readForm(request)).has('in_place');
  try {
    await setVisibility(contextOf(context), accountOf(context).id, id, isPublic);
  } catch (error) {
    return failed(context, error);
  }
  const done = toast('success', isPublic ? 'Content is now public' : 'Content is now private');
  if (isInPlace) return data<VisibilityReply>({ toast: done, problem: null });
  return redirectWithToast(`/dashboard/content/${id}`, done);
}

function failed(context: Provider, error: unknown) {
  const words = toast('error', 'Failed to update');
  if (error instanceof AppError) {
    if (error.code === 'not-found') throw errorResponse(error);
    return data<VisibilityReply>({ toast: words, problem: error.message }, { status: STATUS[error.code] });
  }
  context.get(webParts).log.error({ err: error }, 'the visibility of a content could not be changed');
  const problem = 'Something went wrong on our side. Nothing was changed; please try again in a moment.';
  return data<VisibilityReply>({ toast: words, problem }, { status: STATUS.unavailable });
}
