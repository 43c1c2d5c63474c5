import { linesResponse } from '#app/http/lines-response.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { exportRecord } from '#services/record/export.ts';
import type { Route } from './+types/profile-record-jsonl.ts';

/** The whole record as lines of JSON, which the checking program reads. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  return linesResponse(exportRecord(contextOf(context).em, accountOf(context).id), {
    contentType: 'application/jsonl; charset=utf-8',
    name: 'record.jsonl',
    signal: request.signal,
  });
}
