import { versionIn } from '#app/api/etag.ts';
import { readSealed, UploadRefused } from '#app/contents/upload.ts';
import { saveOnceForScript } from '#app/http/idempotent-form.ts';
import { answerOrProblem } from '#app/http/problem.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { findContent } from '#services/contents/read-contents.ts';
import type { Route } from './+types/content-seal-upload.ts';

/** Takes the parcel that a page's script has made of a content. A refusal is answered as problem details (RFC 9457). */
export function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  const owner = accountOf(context).id;
  const expected = versionIn(request);
  return answerOrProblem(context, async () => {
    try {
      const id = await saveOnceForScript(request, context, owner, (alongside) =>
        readSealed(request, context, owner, { id: params.id, expected, alongside }),
      );
      return Response.json({ content: await findContent(contextOf(context), owner, id) }, { status: 201 });
    } catch (error) {
      throw error instanceof UploadRefused ? error.error : error;
    }
  });
}
