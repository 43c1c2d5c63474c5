import program from '../../tools/verify-record.mjs?raw';

/** The program that checks exports of the record, for those who do not have our repository. */
export function loader(): Response {
  return new Response(program, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="verify-record.mjs"',
      'x-content-type-options': 'nosniff',
    },
  });
}
