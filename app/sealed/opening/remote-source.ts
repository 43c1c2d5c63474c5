/** content.age on a server, read in ranges. */
import type { Source } from '../age-file.ts';
import { ParcelFault } from '../parcel-fault.ts';

/** Why content.age was not read. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly kind: 'gone' | 'unreachable';

  constructor(kind: 'gone' | 'unreachable') {
    super(kind);
    this.kind = kind;
  }
}

/** In milliseconds: a train in a tunnel, a server that starts again. */
const WAITS = [500, 1_500, 4_000];
const CLOSED = [401, 403, 404, 410];
/** The file ends before the range does, or its storage says that it is damaged. */
const DAMAGED = [416, 500];

/**
 * @param size of the file, in bytes, as the server says
 * @returns a source that tries again where no answer comes
 */
export function sourceAt(address: string, size: number): Source {
  return {
    size,
    isOwned: true,
    async read(from, to, signal) {
      for (const wait of WAITS) {
        try {
          return await readRange(address, from, to, signal);
        } catch (error) {
          if (!(error instanceof SourceFault) || error.kind === 'gone') throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
        signal?.throwIfAborted();
      }
      return readRange(address, from, to, signal);
    },
  };
}

async function readRange(
  address: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status, headers, body } = await answerTo(address, `bytes=${from}-${to - 1}`, signal);
  // A longer answer would fill the memory.
  const isPart = status === 206 && Number(headers.get('content-length')) === to - from;
  if (isPart) return body();
  if (CLOSED.includes(status)) throw new SourceFault('gone');
  if (DAMAGED.includes(status) || status === 206) throw new ParcelFault('damaged', 'The server has another file.');
  throw new SourceFault('unreachable');
}

async function answerTo(address: string, range: string, signal?: AbortSignal) {
  const orFault = (error: unknown): never => {
    signal?.throwIfAborted();
    if (error instanceof TypeError) throw new SourceFault('unreachable');
    throw error;
  };
  const answer = await fetch(address, { headers: { range }, cache: 'no-store', signal }).catch(orFault);
  const body = async () => new Uint8Array(await answer.arrayBuffer().catch(orFault));
  return { status: answer.status, headers: answer.headers, body };
}
