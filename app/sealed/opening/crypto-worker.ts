/**
 * The worker that opens a sealed item. It alone has the identity, in its memory, and ends with its page. A parcel that was
 * made to be slow keeps this worker busy and not the page, which can end it.
 */
import { byBrowser } from '../chunk-cipher.ts';
import { HASHER, HashBeside, hashInHere } from '../hash-beside.ts';
import { type OpenedParcel, openParcel } from '../parcel.ts';
import { ParcelFault } from '../parcel-fault.ts';
import type { FaultKind, News, Order, RemoteParcel } from './protocol.ts';
import { SourceFault, sourceAt } from './remote-source.ts';
import { serve } from './serve.ts';

/** Of meta.age and key.age: ours are a tenth of it. */
const SMALL_MAX_BYTES = 64 * 1024;
/** What is shorter is hashed before another worker would have started. */
const BESIDE_MIN_BYTES = 2 * 1024 * 1024;

let opened: OpenedParcel | null = null;

const tell = (news: News, moved: Transferable[] = []) => self.postMessage(news, { transfer: moved });

function tellFault(error: unknown): void {
  const fault: FaultKind = error instanceof ParcelFault || error instanceof SourceFault ? error.kind : 'damaged';
  tell({ kind: 'fault', fault, words: error instanceof ParcelFault ? error.words : [] });
}

async function open({ meta, key, content, size }: RemoteParcel, by: (Order & { kind: 'open' })['by']): Promise<void> {
  if (Math.max(meta.length, key.length) > SMALL_MAX_BYTES) throw new ParcelFault('damaged', 'It is too long.');
  const parcel = await openParcel({ content: sourceAt(content, size), meta, key }, by, { cipher: byBrowser });
  opened = parcel.meta.size < BESIDE_MIN_BYTES ? parcel : { ...parcel, stream: () => hashedBeside(parcel) };
  tell({ kind: 'opened', meta: opened.meta });
}

async function* hashedBeside(parcel: OpenedParcel): ReturnType<OpenedParcel['stream']> {
  const hash = new HashBeside();
  try {
    yield* parcel.stream(hash);
  } finally {
    hash.end();
  }
}

async function read(parcel: OpenedParcel): Promise<void> {
  for await (const bytes of parcel.stream()) tell({ kind: 'piece', bytes }, [bytes.buffer]);
  tell({ kind: 'whole' });
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'open') return open(order.parcel, order.by);
  if (!opened) return;
  if (order.kind === 'read') return read(opened);
  serve(opened, order, { onPiece: () => tell({ kind: 'served' }), onFault: tellFault });
}

if (self.name === HASHER) hashInHere();
else
  self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
    obey(data).catch(tellFault);
  });
