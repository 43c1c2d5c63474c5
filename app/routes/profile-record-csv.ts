import { sentenceOf } from '#app/accounts/record-view.ts';
import { linesResponse } from '#app/http/lines-response.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { wholeRecord } from '#services/record/entries.ts';
import type { Route } from './+types/profile-record-csv.ts';

const COLUMNS = ['seq', 'at', 'kind', 'text', 'data', 'prev', 'hash'];

/** The whole record as a table, for people: each entry with its sentence. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  return linesResponse(rows(context), {
    contentType: 'text/csv; charset=utf-8',
    name: 'record.csv',
    signal: request.signal,
  });
}

async function* rows(context: Route.LoaderArgs['context']): AsyncGenerator<string> {
  yield line(COLUMNS);
  for await (const entries of wholeRecord(contextOf(context).em, accountOf(context).id))
    yield entries
      .map(({ seq, at, kind, data, prev, hash }) =>
        line([`${seq}`, at, kind, sentenceOf(kind), JSON.stringify(data), prev, hash]),
      )
      .join('');
}

/** As RFC 4180 has it. No value begins with a character that a spreadsheet takes for a formula. */
function line(values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
