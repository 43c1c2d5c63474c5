/**
 * An archive of everything that an owner saved: letters as text, files as they are, sealed items as folders, and a list. With
 * the record, the program that checks it, and what the account is set to.
 */
import { type ParcelToRead, parcelArchive, parcelToRead } from '#app/contents/parcel-archive.ts';
import { type Absence, absencesOf } from '#app/http/absences.ts';
import { alarmBrokenSeal } from '#app/http/damage.ts';
import { type Archived, fileEntry, textEntry } from '#app/http/file-response.ts';
import { accountOf, contextOf, type Provider, vaultOf } from '#app/middleware/context.ts';
import { archiveNames } from '#domain/content/archive-names.ts';
import { AppError } from '#domain/errors.ts';
import { plainDate } from '#messages/dates.ts';
import { exportTexts } from '#messages/en/export.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { listTokens } from '#services/accounts/tokens.ts';
import { listWebhooks } from '#services/accounts/webhooks.ts';
import { openFile } from '#services/contents/open-file.ts';
import { findSealedParts } from '#services/contents/parcels.ts';
import { findContent, listWholeContents, type WholeContent } from '#services/contents/read-contents.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import { readWarningChannels } from '#services/emergency/read-warning-channels.ts';
import { freezeRecord } from '#services/record/export.ts';
import verifier from '../../tools/verify-record.mjs?raw';

/** The texts of a page of contents are in memory together, at most 8 MB of them. */
const PAGE = 200;

/** Names in the archive that no item takes. */
const RECORD = 'record.jsonl';
const VERIFIER = 'verify-record.mjs';
const SETTINGS = 'account.json';

/** Something that is not in the archive: all of a content, or what its owner wrote with a file. */
export interface Missing {
  /** Of the content. */
  id: string;
  title: string;
  why: Absence | 'note-damaged';
}

/** What is in the archive under one name, with the title of its content: a file, or a folder. */
interface Titled {
  name: string;
  title: string;
  madeAt: Date;
  files: Archived[];
  isFolder: boolean;
}

/** An archive before it is read. */
interface Export {
  /** Says what is in it, and what is missing. */
  list: Archived;
  files: Archived[];
  missing: Missing[];
}

/** A content without its texts, which are read again when their turn comes: all of them together may be gigabytes. */
interface Part {
  id: string;
  title: string;
  savedAt: Date;
  file: { id: string; name: string; size: number } | null;
  /** Of a sealed item; null of any other, and where it is damaged. */
  parcel: ParcelToRead | null;
  /** The length of its letter or note as an entry, in bytes; 0 without one. */
  written: number;
  missing: Missing['why'] | null;
}

/**
 * @returns the archive, newest first. What is damaged or out of reach is not in it and is named in its list. Earlier versions
 *   of letters are not in it.
 * @throws AppError unavailable when no file can be reached
 */
export async function exportOf(context: Provider): Promise<Export> {
  const parts = await readParts(context);
  const here = parts.filter(({ missing }) => missing === null || missing === 'note-damaged');
  const wanted = here.flatMap((part) => entriesOf(context, part));
  const [listName = '', ...taken] = archiveNames([
    `${say(exportTexts.list)}.txt`,
    ...[RECORD, VERIFIER, SETTINGS],
    ...wanted.map(({ name }) => name),
  ]);
  const names = taken.slice(3);
  const entries = wanted.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
  const missing = parts.flatMap(({ id, title, missing: why }) => (why ? { id, title, why } : []));
  const list = textEntry(listName, listOf(context, missing, entries), contextOf(context).now);
  return { list, files: entries.flatMap(filesOf), missing };
}

/** @returns what the archive has besides the items: the record up to now, what checks it, and the account's settings */
export async function aboutAccount(context: Provider): Promise<Archived[]> {
  const { em, now: madeAt } = contextOf(context);
  const record = await freezeRecord(em, accountOf(context).id);
  return [
    {
      ...{ name: RECORD, size: record.size, madeAt },
      async *read() {
        for await (const lines of record.lines()) yield Buffer.from(lines);
      },
    },
    textEntry(VERIFIER, verifier, madeAt),
    textEntry(SETTINGS, `${JSON.stringify(await settingsOf(context), null, 2)}\n`, madeAt),
  ];
}

/** As the API gives them, without secrets. */
async function settingsOf(context: Provider) {
  const services = contextOf(context);
  const account = accountOf(context);
  return {
    account,
    warning_channels: await readWarningChannels(services.em, account.id),
    tokens: await listTokens(services, account.id),
    webhooks: (await listWebhooks(services, account.id)).map(({ log: _log, ...webhook }) => webhook),
  };
}

/** @returns its files, under the names that they have in the archive */
function filesOf({ name, files, isFolder }: Titled): Archived[] {
  return files.map((file) => ({ ...file, name: isFolder ? `${name}/${file.name}` : name }));
}

async function readParts(context: Provider): Promise<Part[]> {
  const { id: ownerId } = accountOf(context);
  const services = contextOf(context);
  const broken = new Set<string>();
  const onBroken: typeof services.onBroken = (error, about) => {
    if (about.content) broken.add(about.content);
    services.onBroken?.(error, about);
  };
  const parts: Part[] = [];
  let cursor: string | null = null;
  do {
    const page = await listWholeContents({ ...services, onBroken }, ownerId, { limit: PAGE, cursor });
    for (const content of page.contents) {
      const parcel = content.is_sealed ? await parcelOf(context, content.id) : null;
      const isBroken = broken.has(content.id) || parcel === 'damaged';
      parts.push({ ...partOf(context, content, isBroken), parcel: parcel === 'damaged' ? null : parcel });
    }
    cursor = page.next;
  } while (cursor);
  return withAbsences(context, parts);
}

async function parcelOf(context: Provider, id: string): Promise<ParcelToRead | 'damaged'> {
  try {
    return parcelToRead(await findSealedParts(contextOf(context), accountOf(context).id, id), null);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    alarmBrokenSeal(context, error, { content: id });
    return 'damaged';
  }
}

function partOf(context: Provider, content: WholeContent, isBroken: boolean): Omit<Part, 'parcel'> {
  const { id, type, file_id, metadata, created_at, is_sealed: isSealed } = content;
  const title = content.title || say(frame.untitled);
  const file = file_id && { id: file_id, name: metadata.original_filename ?? title, size: metadata.size };
  const missing = type === 'text' || isSealed ? 'damaged' : 'note-damaged';
  return {
    ...{ id, title, savedAt: new Date(created_at), file: file || null },
    written: Buffer.byteLength(writtenOf(context, content) ?? ''),
    missing: isBroken ? missing : null,
  };
}

/** @returns a letter, or the note with a file, under its title and date; null without one */
function writtenOf(context: Provider, { title, type, content, caption, created_at }: WholeContent): string | null {
  const text = type === 'text' ? content : caption;
  if (type !== 'text' && !text) return null;
  const day = plainDate(created_at, accountOf(context).time_zone);
  const dated = say(type === 'text' ? exportTexts.written : exportTexts.saved, { day });
  return `${title || say(frame.untitled)}\n${dated}\n\n\n${text}\n`;
}

async function withAbsences(context: Provider, parts: readonly Part[]): Promise<Part[]> {
  const fileIds = parts.flatMap(({ file }) => file?.id ?? []);
  const absences = await absencesOf(context, fileIds, (id) => openOwn(context, id));
  const isReached = fileIds.some((id) => absences.get(id) !== 'away');
  if (fileIds.length > 0 && !isReached) throw new AppError('unavailable', say(exportTexts.away));
  return parts.map((part) => ({ ...part, missing: (part.file && absences.get(part.file.id)) ?? part.missing }));
}

function openOwn(context: Provider, fileId: string) {
  return openFile(vaultOf(context), { accountId: accountOf(context).id }, fileId);
}

/** @returns a letter; or a file or the folder of a sealed item, after the note with it */
function entriesOf(context: Provider, part: Part): Titled[] {
  const { id, title, savedAt: madeAt, file, parcel } = part;
  const text = part.written > 0 ? writtenFile(context, part) : null;
  const titled = (name: string, files: Archived[], isFolder = false) => ({ name, title, madeAt, files, isFolder });
  const texts = text ? [titled(text.name, [text])] : [];
  if (!file) return texts;
  const content = () => openOwn(context, file.id);
  if (!parcel) return [...texts, titled(file.name, [fileEntry(context, { ...file, madeAt, open: content })])];
  const owner = { services: contextOf(context), id: accountOf(context).id };
  const small = async () => ({ ...(await findSealedParts(owner.services, owner.id, id)), share: null });
  return [...texts, titled(title, parcelArchive(context, parcel, { small, content }), true)];
}

function writtenFile(context: Provider, { id, title, savedAt, file, parcel, written }: Part): Archived {
  return {
    name: `${file && !parcel ? file.name : title}.txt`,
    size: written,
    madeAt: savedAt,
    async *read() {
      const content = await findContent(contextOf(context), accountOf(context).id, id);
      const bytes = Buffer.from(writtenOf(context, content) ?? '');
      if (bytes.length !== written) throw new Error('A text was changed while the archive was read.');
      yield bytes;
    },
  };
}

function listOf(context: Provider, missing: readonly Missing[], entries: readonly Titled[]): string {
  const { time_zone: zone } = accountOf(context);
  const missed = missing.map(({ title, why }) => `- ${say(exportTexts.missing[why], { title })}`);
  const here = entries.map(({ name, title, madeAt, isFolder }) => {
    const entry = { name: isFolder ? `${name}/` : name, title, day: plainDate(madeAt, zone) };
    return `- ${say(exportTexts.entry, entry)}`;
  });
  return [
    say(exportTexts.heading, { day: plainDate(contextOf(context).now, zone) }),
    ...(missed.length > 0 ? ['', say(exportTexts.notHere), '', ...missed] : []),
    ...['', say(exportTexts.here), '', ...here],
    `- ${say(exportTexts.record, { record: RECORD, verifier: VERIFIER })}`,
    `- ${say(exportTexts.settings, { settings: SETTINGS })}`,
    '',
  ].join('\n');
}
