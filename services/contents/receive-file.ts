/** Takes the bytes of an upload: what they become is for the caller to say. */
import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import type { Blank } from '#db/entities/content.ts';
import { query } from '#db/query.ts';
import type { CreateFile } from '#domain/content/content.schema.ts';
import { fittingContentType, mayHoldLocation, OTHER_CONTENT_TYPE, plainTextType } from '#domain/content/media.ts';
import { isAgeFile } from '#domain/content/parcel.ts';
import { AppError } from '#domain/errors.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { fileReasons } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import type { VaultContext } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { Sealer } from '#services/crypto/seal.ts';
import { sealStream } from '#services/crypto/seal-stream.ts';
import { newId } from '#services/ids.ts';
import { LocationUnclear } from '#services/media/location-budget.ts';
import { type LocationScan, type ScanLocation, scanApart } from '#services/media/scan-apart.ts';
import { type IncomingParcel, notAge } from './parcels.ts';
import type { WholeContent } from './read-contents.ts';
import { contentMac, sealBlanks } from './sealed-content.ts';
import { type Length, Reservation } from './storage.ts';

/** The first bytes, which decide the type of a file. */
const HEAD_BYTES = 64 * 1024;
/** One for all uploads of this process: they share its threads. */
const scanLocation = scanApart();

/** What comes with a file; with `parcel`, it is content.age. */
export type FileDetails = CreateFile & { parcel?: IncomingParcel | null };

/** A file that is being uploaded. */
export interface IncomingFile {
  /** The form's fields, when they come before the file; the sender decides about their order. */
  before: CreateFile | null;
  /** Reads the form's fields, after the last byte of the file. */
  after(): Promise<FileDetails>;
  /** The name that the sender gave it. */
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  length: Length;
  /** Ends the upload: nothing is stored then. */
  signal: AbortSignal;
  /** Runs in the same transaction; if it throws, nothing is stored. */
  alongside?: ((em: EntityManager, content: WholeContent) => Promise<void>) | undefined;
}

/** A file whose bytes are in the store. Until `markReady` is committed, it belongs to nothing. */
export interface Stored {
  id: string;
  ownerId: string;
  key: PersonKey;
  /** The name that the sender gave it. */
  name: string;
  details: FileDetails;
  contentType: string;
  sealHeader: Buffer;
  /** In bytes. */
  size: number;
  /** Of the plaintext. It is never stored. */
  sha256: Buffer;
  blanks: Blank[];
}

/** How an upload is received. */
interface Receiving {
  /** The bytes that it replaces: they count no more when it is saved. */
  givesWay?: number;
  /** Finds where a camera wrote its location. */
  scan?: ScanLocation;
}

/**
 * Counts, hashes and seals a file as it arrives, never whole in memory and never unsealed on a disk. If anything fails,
 * nothing of it remains.
 * @param record saves in one transaction what the file belongs to, with `markReady`
 * @throws AppError quota-exceeded, before the first byte where the length is known; validation-failed for an empty file, for
 *   one that is not of its type, and for one in which we cannot find every location
 * @throws whatever reading the bytes or `record` throws
 */
export async function receiveFile<Saved>(
  context: VaultContext,
  ownerId: string,
  incoming: IncomingFile,
  record: (stored: Stored) => Promise<Saved>,
  { givesWay = 0, scan = scanLocation }: Receiving = {},
): Promise<Saved> {
  const { em, objects } = context;
  const key = await personKey(context, ownerId);
  const id = newId();
  const storageKey = randomBytes(24).toString('hex');
  const reservation = await Reservation.make(em, { id, ownerId, storageKey, length: incoming.length, givesWay });
  let intake: Intake | undefined;
  try {
    intake = await Intake.begin(incoming.bytes, reservation);
    if (intake.head.length === 0) throw AppError.atField('validation-failed', 'file', say(fileReasons.empty));
    const sniffed = (await fileTypeFromBuffer(intake.head))?.mime ?? plainTextType(incoming.name, intake.head);
    if (incoming.before) requireFitting(incoming.before, intake.head, sniffed);
    const sealer = new Sealer(key, { kind: 'file', id });
    await objects.put(storageKey, sealStream(sealer, intake.bytes(sniffed, scan)), incoming.signal);
    const details = await incoming.after();
    const contentType = requireFitting(details, intake.head, sniffed);
    const about = { id, ownerId, key, name: incoming.name, details, contentType, sealHeader: sealer.header };
    return await record({ ...about, ...(await intake.result()) });
  } catch (error) {
    await reservation.release();
    // Others would see a location that we miss.
    throw error instanceof LocationUnclear
      ? AppError.atField('validation-failed', 'file', say(contentRefusals['too-many-places']))
      : error;
  } finally {
    intake?.end();
  }
}

function requireFitting({ type, sealed }: CreateFile, head: Buffer, sniffed: string | null): string {
  if (sealed && !isAgeFile(head)) throw notAge('file');
  if (sealed) return OTHER_CONTENT_TYPE;
  const contentType = fittingContentType(type, sniffed);
  if (contentType) return contentType;
  throw AppError.atField('validation-failed', 'file', say(contentRefusals['type-does-not-fit'], { type }));
}

/** Makes a stored file one that is kept, in the transaction that saves what it belongs to. */
export async function markReady(
  tx: EntityManager,
  { id, ownerId, key, contentType, sealHeader, size, sha256, blanks }: Stored,
  now: Date,
): Promise<void> {
  const ready = await query(tx)
    .updateTable('files')
    .set({ state: 'ready', reserved: 0, seal_header: sealHeader, size, content_type: contentType })
    .set({ content_mac: contentMac(key, id, sha256), sealed_blanks: sealBlanks(key, id, blanks), touched_at: now })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'ready')
    .executeTakeFirst();
  if (ready.numUpdatedRows === 0n)
    throw new Error('The janitor removed the reservation of this upload before its end.');
}

/** Reads a file as it arrives, and finds its first bytes, length, hash and locations. */
class Intake {
  /** HEAD_BYTES, or less when the file is shorter. */
  readonly head: Buffer;
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #reservation: Reservation;
  readonly #hash = createHash('sha256');
  #size = 0;
  #scan: LocationScan | null = null;

  private constructor(head: Buffer, rest: AsyncIterator<Uint8Array>, reservation: Reservation) {
    this.head = head;
    this.#rest = rest;
    this.#reservation = reservation;
  }

  /** Reads the head. @throws whatever reading throws; AppError quota-exceeded */
  static async begin(bytes: AsyncIterable<Uint8Array>, reservation: Reservation): Promise<Intake> {
    const rest = bytes[Symbol.asyncIterator]();
    const chunks: Uint8Array[] = [];
    let size = 0;
    while (size < HEAD_BYTES) {
      const next = await rest.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
      // On a slow line the head alone may take minutes.
      await reservation.cover(size);
    }
    return new Intake(Buffer.concat(chunks), rest, reservation);
  }

  /**
   * @param sniffed the content type of the head; null when it is unknown
   * @returns all bytes, from the first on
   * @throws AppError quota-exceeded when more arrive than there is room for; LocationUnclear
   */
  async *bytes(sniffed: string | null, scan: ScanLocation): AsyncGenerator<Uint8Array> {
    if (mayHoldLocation(sniffed)) this.#scan = scan(sniffed);
    yield await this.#pass(this.head);
    for (let next = await this.#rest.next(); !next.done; next = await this.#rest.next()) {
      await this.#reservation.cover(this.#size + next.value.length);
      yield await this.#pass(next.value);
    }
  }

  /** To be called once, after the last byte. A plain hash is never stored. @throws LocationUnclear */
  async result(): Promise<{ size: number; sha256: Buffer; blanks: Blank[] }> {
    return { size: this.#size, sha256: this.#hash.digest(), blanks: (await this.#scan?.blanks()) ?? [] };
  }

  /** Has to be called once, also after a failure. */
  end(): void {
    this.#scan?.end();
  }

  async #pass(chunk: Uint8Array): Promise<Uint8Array> {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    await this.#scan?.push(chunk);
    return chunk;
  }
}
