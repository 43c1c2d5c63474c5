/** An archive of everything that an owner saved: letters as text, files as they are, notes beside their files, and a list. */
import { type Absence, absencesOf } from '#app/http/absences.ts';
import { type Archived, fileEntry, textEntry } from '#app/http/file-response.ts';
import { accountOf, contextOf, type Provider, vaultOf } from '#app/middleware/context.ts';
import { archiveNames } from '#domain/content/archive-names.ts';
import { AppError } from '#domain/errors.ts';
import { plainDate } from '#messages/dates.ts';
import { exportTexts } from '#messages/en/export.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { openFile } from '#services/contents/open-file.ts';
import { findContent, listWholeContents, type WholeContent } from '#services/contents/read-contents.ts';

/** The texts of a page of contents are in memory together, at most 8 MB of them. */
const PAGE = 200;

/** Something that is not in the archive: all of a content, or what its owner wrote with a file. */
export interface Missing {
  /** Of the content. */
  id: string;
  title: string;
  why: Absence | 'note-damaged' | 'sealed';
}

/** A file of the archive, with the title of its content. */
type Titled = Archived & { title: string };

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
  const entries = here.flatMap((part) => entriesOf(context, part));
  const [listName = '', ...names] = archiveNames([`${say(exportTexts.list)}.txt`, ...entries.map(({ name }) => name)]);
  const files = entries.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
  const missing = parts.flatMap(({ id, title, missing: why }) => (why ? { id, title, why } : []));
  const list = textEntry(listName, listOf(context, missing, files), contextOf(context).now);
  return { list, files, missing };
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
    parts.push(...page.contents.map((content) => partOf(context, content, broken.has(content.id))));
    cursor = page.next;
  } while (cursor);
  return withAbsences(context, parts);
}

function partOf(context: Provider, content: WholeContent, isBroken: boolean): Part {
  const { id, type, file_id, metadata, created_at, is_sealed: isSealed } = content;
  const title = content.title || say(frame.untitled);
  const file = file_id && { id: file_id, name: metadata.original_filename ?? title, size: metadata.size };
  const missing = type === 'text' ? 'damaged' : 'note-damaged';
  return {
    ...{ id, title, savedAt: new Date(created_at), file: file || null },
    written: Buffer.byteLength(writtenOf(context, content) ?? ''),
    // Its file opens with nothing that would be here: the archive of the item alone has all of it.
    missing: isSealed ? 'sealed' : isBroken ? missing : null,
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

/** @returns a letter; or a file, after the note with it */
function entriesOf(context: Provider, part: Part): Titled[] {
  const { title, savedAt, file } = part;
  const texts = part.written > 0 ? [writtenEntry(context, part)] : [];
  if (!file) return texts;
  const entry = fileEntry(context, { ...file, madeAt: savedAt, open: () => openOwn(context, file.id) });
  return [...texts, { ...entry, title }];
}

function writtenEntry(context: Provider, { id, title, savedAt, file, written }: Part): Titled {
  return {
    name: `${file?.name ?? title}.txt`,
    title,
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

function listOf(context: Provider, missing: readonly Missing[], files: readonly Titled[]): string {
  const { time_zone: zone } = accountOf(context);
  const missed = missing.map(({ title, why }) => `- ${say(exportTexts.missing[why], { title })}`);
  const here = files.map(({ name, title, madeAt }) => {
    return `- ${say(exportTexts.entry, { name, title, day: plainDate(madeAt, zone) })}`;
  });
  return [
    say(exportTexts.heading, { day: plainDate(contextOf(context).now, zone) }),
    ...(missed.length > 0 ? ['', say(exportTexts.notHere), '', ...missed] : []),
    ...['', say(exportTexts.here), '', ...here, ''],
  ].join('\n');
}
