import { versionIn } from '#app/api/etag.ts';
import { readSealed, UploadRefused } from '#app/contents/upload.ts';
import { answerOrProblem } from '#app/http/problem.ts';
import { accountOf } from '#app/middleware/context.ts';
import type { Route } from './+types/content-seal-upload.ts';

/** Takes the parcel that a page's script has made of a content. A refusal is answered as problem details (RFC 9457). */
export function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  return answerOrProblem(context, async () => {
    try {
      const content = await readSealed(request, context, accountOf(context).id, params.id, versionIn(request));
      return Response.json({ content }, { status: 201 });
    } catch (error) {
      throw error instanceof UploadRefused ? error.error : error;
    }
  });
}
