import { Transform, type TransformCallback } from 'node:stream';

const HEAD_ENDS = '</head>';
const SHEET = /<link [^>]*rel="stylesheet"[^>]*>/g;

/**
 * A page stands before its scripts do, so on a slow line what it looks like comes first and what it runs last. What React
 * writes names a dozen scripts, all of them urgent, and then the style sheet.
 * @returns what a page passes through on its way: from here its style sheet is named first, and no script is urgent
 */
export function looksFirst(): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (!head) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_ENDS);
      if (end < 0) return done();
      this.push(inOrder(head.toString('utf8', 0, end)));
      done(null, head.subarray(end));
      head = null;
    },
    flush(done: TransformCallback) {
      done(null, head);
    },
  });
}

function inOrder(head: string): string {
  const sheets = head.match(SHEET)?.join('') ?? '';
  return head
    .replace(SHEET, '')
    .replace('<link ', (first) => sheets + first)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
