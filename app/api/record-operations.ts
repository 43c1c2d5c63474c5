import { z } from 'zod';
import { linesResponse } from '#app/http/lines-response.ts';
import { contextOf } from '#app/middleware/context.ts';
import { kindsOf, RECORD_AREAS } from '#domain/record/kinds.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import { readRecord } from '#services/record/entries.ts';
import { exportRecord } from '#services/record/export.ts';
import { linesWithToken, withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';

/** A kind, or an area. */
const kind = z
  .string()
  .refine((given) => kindsOf(given) !== null, { error: () => say(requestRefusals['record-kind']) })
  .optional();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const entry = z
  .object({
    seq: z.int().min(1),
    at: z.iso.datetime(),
    kind: z.string(),
    data: z.record(z.string(), z.unknown()),
    prev: hash,
    hash,
  })
  .meta({ id: 'RecordEntry' });

export const RECORD_OPERATIONS = [
  withToken(
    'readRecord',
    'GET /record',
    {
      summary: 'Read your record',
      notes: `Everything that happened in your account, with your contents, deliveries, protocol and contacts. Entries are never changed. hash is SHA-256, in lower-case hexadecimal, over the canonical JSON (RFC 8785) of the other five members. The first entry has 64 zeros as prev. kind in the query is one kind, or all of an area: ${RECORD_AREAS.join(', ')}. ${PAGES}`,
      query: pageQuery.extend({ kind }),
      answer: z.array(entry),
    },
    async (call) => {
      const { limit, cursor, kind: filter } = call.query;
      const kinds = filter ? kindsOf(filter) : null;
      const request = { limit, cursor, kinds };
      const { entries, next } = await readRecord(contextOf(call.context).em, call.session.user.id, request);
      return page(call, '/record', entries as z.input<typeof entry>[], next);
    },
  ),
  linesWithToken(
    'exportRecord',
    'GET /record/export',
    {
      summary: 'Export your record',
      notes:
        'One line of JSON for each entry, the oldest first. The last line has end, count and head, the hash of the newest entry. Once a daily root covers your record, it also has a proof of that. tools/verify-record.mjs in our repository checks the file.',
    },
    async ({ context, request, session }) =>
      linesResponse(exportRecord(contextOf(context).em, session.user.id), {
        contentType: 'application/jsonl; charset=utf-8',
        name: 'record.jsonl',
        signal: request.signal,
      }),
  ),
];
