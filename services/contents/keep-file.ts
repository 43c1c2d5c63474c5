import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import { Content, StoredFile } from '#db/entities/content.ts';
import type { CreateFile } from '#domain/content/content.schema.ts';
import type { FileType } from '#domain/content/content.ts';
import { safeFileName } from '#domain/content/file-name.ts';
import { fittingContentType, hasThumbnail } from '#domain/content/media.ts';
import { AppError } from '#domain/errors.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { VaultContext } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { Sealer } from '#services/crypto/seal.ts';
import { sealStream } from '#services/crypto/seal-stream.ts';
import { newId } from '#services/ids.ts';
import { LocationUnclear } from '#services/media/location-budget.ts';
import { type ScanLocation, scanApart } from '#services/media/scan-apart.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { contentMac } from './content-mac.ts';
import { type ContentView, toContentView } from './content-view.ts';
import { Intake } from './intake.ts';
import { Reservation } from './reservation.ts';
import { sealHead } from './sealed-content.ts';

/** One for all files of this process: its threads are shared. */
const scanLocation = scanApart();

/** A file on its way in. */
export interface IncomingFile {
  /** What is said about it, when that comes before the file; the order of a form's fields is the sender's. */
  before: CreateFile | null;
  /** What is said about it, asked for once its last byte was read. */
  after(): Promise<CreateFile>;
  /** As the sender called it. */
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** How long it is, as far as known before it has come; in bytes. */
  length: { atLeast: number; atMost: number } | null;
  /** Ends it: nothing is kept then. */
  signal: AbortSignal;
  /** What becomes true together with it, in the same transaction; once it throws, nothing does. */
  alongside?: ((em: EntityManager, content: ContentView) => Promise<void>) | undefined;
}

/**
 * Keeps a file: counted, hashed and sealed as it comes, never whole in memory and never in clear on a disk. It is there
 * once all of it is stored and known; until then, and whenever anything fails, nothing of it is.
 * @throws AppError quota-exceeded, before the bytes where their number is known; plan-required; validation-failed for an
 *   empty file, for one that is not of its type, and for one in which we cannot find every location
 * @throws whatever reading the bytes throws
 * @param scan finds where a camera wrote its location
 */
export async function keepFile(
  context: VaultContext,
  ownerId: string,
  incoming: IncomingFile,
  scan: ScanLocation = scanLocation,
): Promise<ContentView> {
  const { em, objects } = context;
  const key = await personKey(context, ownerId);
  if (incoming.before?.is_public) await requireFeature(em, ownerId, 'publicSharing');
  const id = newId();
  const storageKey = randomBytes(24).toString('hex');
  const reservation = await Reservation.make(em, { id, ownerId, storageKey, length: incoming.length });
  let intake: Intake | undefined;
  try {
    intake = await Intake.begin(incoming.bytes, reservation);
    if (intake.head.length === 0) throw fileRefused('This file is empty. Please choose another.');
    const sniffed = (await fileTypeFromBuffer(intake.head))?.mime ?? null;
    if (incoming.before) requireFitting(incoming.before.type, sniffed);
    const sealer = new Sealer(key, { kind: 'file', id });
    await objects.put(storageKey, sealStream(sealer, intake.bytes(sniffed, scan)), incoming.signal);
    const details = await incoming.after();
    const contentType = requireFitting(details.type, sniffed);
    if (details.is_public) await requireFeature(em, ownerId, 'publicSharing');
    const { name, alongside } = incoming;
    const sealHeader = sealer.header;
    return await record(context, { id, ownerId, key, name, details, contentType, sealHeader, intake, alongside });
  } catch (error) {
    await reservation.giveBack();
    throw error instanceof LocationUnclear ? fileRefused(UNCLEAR) : error;
  } finally {
    intake?.end();
  }
}

/** A location that we miss would be seen by others. */
const UNCLEAR =
  'This file names more places than we can hide from others, so we did not keep it. Please save it again with another program, or put it into a ZIP archive: others then get it unchanged.';

function requireFitting(type: FileType, sniffed: string | null): string {
  const contentType = fittingContentType(type, sniffed);
  if (contentType) return contentType;
  throw fileRefused(`This is not ${A[type]} that we can show. You can keep it under the type File instead.`);
}

const A = { image: 'an image', video: 'a video', audio: 'an audio recording', file: 'a file' };

function fileRefused(message: string): AppError {
  return new AppError('validation-failed', message, [{ field: 'file', message }]);
}

interface Kept {
  id: string;
  ownerId: string;
  key: PersonKey;
  name: string;
  details: CreateFile;
  contentType: string;
  sealHeader: Buffer;
  intake: Intake;
  alongside: IncomingFile['alongside'];
}

/** The item and its file become true in one moment. */
async function record({ em, now }: VaultContext, kept: Kept): Promise<ContentView> {
  const { id: fileId, ownerId, key, name, details, contentType, sealHeader, intake, alongside } = kept;
  const { size, sha256, blanks } = await intake.result();
  const mac = contentMac(key, fileId, sha256);
  const id = newId();
  const head = { title: details.title, excerpt: '', original_filename: safeFileName(name) };
  const content = {
    id,
    owner: ownerId,
    type: details.type,
    head: sealHead(key, id, head),
    body: null,
    file: fileId,
    contentType,
    size,
    isPublic: details.is_public,
    isEmergency: false,
    createdAt: now,
  };
  const view = toContentView(key, content);
  await em.transactional(async (tx) => {
    const ready = await tx.nativeUpdate(
      StoredFile,
      { id: fileId, owner: ownerId, state: { $ne: 'ready' } },
      { state: 'ready', reserved: 0, sealHeader, size, contentMac: mac, contentType, blanks, touchedAt: now },
    );
    if (ready === 0) throw new Error('The reservation of this upload was swept before it was done.');
    await tx.insert(Content, content);
    if (hasThumbnail(details.type))
      await tx.execute(`insert into thumbnails (file_id, state) values (?, 'pending')`, [fileId]);
    await alongside?.(tx, view);
  });
  return view;
}
