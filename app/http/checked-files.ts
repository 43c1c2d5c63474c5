import { createHash } from 'node:crypto';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';

/** Of a check. A session that ended, or a link that was revoked, counts after this time at the latest. */
const LIFE = 2 * SECOND;
/** Each holds the key that opens its owner's files. */
const FILES_MAX = 1_000;

/** What this process has just checked: files, each for one reader. */
export class CheckedFiles {
  readonly #files = new Map<string, { file: ReadableFile; until: number }>();

  /** @param reader what proves who asks: a cookie, or the secret of a link */
  find(reader: string, fileId: string): ReadableFile | null {
    const kept = this.#files.get(keyOf(reader, fileId));
    return kept && kept.until > performance.now() ? kept.file : null;
  }

  keep(reader: string, file: ReadableFile): void {
    if (this.#files.size >= FILES_MAX) return;
    const key = keyOf(reader, file.id);
    const kept = { file, until: performance.now() + LIFE };
    this.#files.set(key, kept);
    const forget = () => this.#files.get(key) === kept && this.#files.delete(key);
    setTimeout(forget, LIFE).unref();
  }
}

function keyOf(reader: string, fileId: string): string {
  return createHash('sha256').update(`${fileId} ${reader}`).digest('base64');
}

/**
 * Checks a reader, unless they go on with a file that they were let read within the last two seconds.
 * @param reader what proves who asks; null for one who is checked each time
 * @param check finds the file, if it is open to them now
 * @throws what `check` throws
 * @see docs/decisions/0112-go-on-reading-for-two-seconds.md
 */
export async function checkedFile(
  context: Provider,
  request: Request,
  reader: string | null,
  fileId: string,
  check: () => Promise<ReadableFile>,
): Promise<ReadableFile> {
  if (reader === null) return check();
  const { checkedFiles } = context.get(webDeps);
  const kept = goesOn(request) ? checkedFiles.find(reader, fileId) : null;
  if (kept) return kept;
  const file = await check();
  checkedFiles.keep(reader, file);
  return file;
}

/** A range that is not the beginning. */
function goesOn({ method, headers }: Request): boolean {
  return method === 'GET' && /^bytes=0*[1-9]/i.test(headers.get('range') ?? '');
}
