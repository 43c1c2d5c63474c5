import { orAlarm } from '#app/http/broken-seal.ts';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { plainResponse } from './page.ts';
import { problemPage } from './recipient-pages.ts';

/** Whoever follows a link has no account and no other way in: whatever goes wrong is told on a page like the others. */
export async function orProblemPage(context: Provider, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    const error = orAlarm(context, thrown);
    if (error instanceof Response) return error;
    if (error instanceof AppError) return plainResponse(problemPage(error.code, error.message));
    context.get(webParts).log.error({ err: error }, 'A recipient could not be answered');
    return plainResponse(problemPage(null, null));
  }
}
