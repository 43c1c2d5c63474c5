import { answerOrProblem, problemResponse } from '#app/http/problem.ts';
import { readUpload, refuseAnnounced, UploadRefused } from '#app/http/upload.ts';
import { accountOf, contextOf, webParts } from '#app/middleware/context.ts';
import { NO_FILE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Route } from './+types/create-upload.ts';

const OURS = 'Something went wrong on our side, and the file was not kept. Please try again in a moment.';

/** Tells a page's script what room there is now: it asks again when somebody comes back from making some. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return answerOrProblem(context, async () => {
    const { limit, used } = await storageUse(contextOf(context), accountOf(context).id);
    return Response.json({ limit, used });
  });
}

/** Keeps one file for a page's script, which shows how far it is. What it can mend is told as a problem. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  try {
    const { id } = accountOf(context);
    await refuseAnnounced(request, context, id);
    const upload = await readUpload(request, context, () => id);
    if (upload.kind === 'saved') return Response.json({ content: upload.content }, { status: 201 });
    return problemResponse(new AppError('validation-failed', NO_FILE, [{ field: 'file', message: NO_FILE }]));
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof UploadRefused) return problemResponse(error.error);
    if (error instanceof AppError) return problemResponse(error);
    // Whoever has left is told nothing, and it is no fault of ours.
    if (!request.signal.aborted) context.get(webParts).log.error({ err: error }, 'a file could not be kept');
    return problemResponse(new AppError('unavailable', OURS));
  }
}
