import { readNewFile, refuseAnnounced, UploadRefused } from '#app/contents/upload.ts';
import { saveOnceForScript } from '#app/http/idempotent-form.ts';
import { answerOrProblem, problemResponse } from '#app/http/problem.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { holdPublishing } from '#app/middleware/recent-proof.ts';
import { AppError } from '#domain/errors.ts';
import { uploadStates } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { findContent } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Route } from './+types/create-upload.ts';

/** The room in the vault, for the page's script: it asks again when the person may have deleted something. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return answerOrProblem(context, async () => {
    const { limit, used } = await storageUse(contextOf(context), accountOf(context).id);
    return Response.json({ limit, used });
  });
}

/**
 * Saves one file for a page's script, as private where publishing has to wait for a proof. A refusal is answered as problem
 * details (RFC 9457).
 */
export async function action({ request, context, pattern }: Route.ActionArgs): Promise<Response> {
  try {
    const { settle } = holdPublishing({ context, pattern });
    const owner = accountOf(context).id;
    const id = await saveOnceForScript(request, context, owner, async (alongside) => {
      await refuseAnnounced(request, context, owner);
      return readNewFile(request, context, owner, alongside, settle);
    });
    return Response.json({ content: await findContent(contextOf(context), owner, id) }, { status: 201 });
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof UploadRefused) return problemResponse(error.error);
    if (error instanceof AppError) return problemResponse(error);
    // A person who left the page gets no answer, and this is no fault to log.
    if (!request.signal.aborted) context.get(webDeps).log.error({ err: error }, 'a file could not be saved');
    return problemResponse(new AppError('unavailable', say(uploadStates.fault)));
  }
}
