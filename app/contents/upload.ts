import { createHash, type Hash } from 'node:crypto';
import { announcedLength } from '#app/http/body.ts';
import { readForm } from '#app/http/form.ts';
import { type Multipart, readMultipart, type SmallParts } from '#app/http/multipart.ts';
import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { type CreateFile, createFileSchema } from '#domain/content/content.schema.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { safeFileName } from '#domain/content/file-name.ts';
import { PARCEL_PART_MAX, PARCEL_PARTS } from '#domain/content/parcel.ts';
import { AppError, type FieldError } from '#domain/errors.ts';
import { formTexts } from '#messages/en/form-texts.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import { requireParcel } from '#services/contents/parcels.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';
import type { FileDetails, IncomingFile } from '#services/contents/receive-file.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { refuseTooLarge } from '#services/contents/storage.ts';
import { type SealRequest, sealContent } from '#services/vault/seal-content.ts';

/** Text fields and boundaries around the file, in bytes. */
const OVERHEAD_MAX = 16 * 1024;
/** A parcel comes with them. */
const SMALL_PARTS: SmallParts = { names: PARCEL_PARTS, max: PARCEL_PART_MAX };

/** A form whose file was saved, or one without a file. */
export type Upload = { kind: 'saved'; content: WholeContent } | { kind: 'form'; form: FormData };

/** A file that was not saved, with the text fields before it, so that nothing typed is lost. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  readonly error: AppError;
  readonly form: FormData;

  constructor(error: AppError, form: FormData) {
    super(error.message);
    this.error = error;
    this.form = form;
  }
}

/** A form's fields, and the name and hash of its file. Never stored: services/idempotency/keys.ts stores a keyed hash of it. */
type Digest = readonly (string | null)[];
type Alongside = NonNullable<IncomingFile['alongside']>;
/** What becomes of a file: a new content, unless another is named. */
type Save = (context: ReturnType<typeof vaultOf>, ownerId: string, incoming: IncomingFile) => Promise<WholeContent>;
/** What is saved of a file's fields. It runs before the first byte is stored where they come first. It may throw. */
type Settle = <Fields extends CreateFile>(fields: Fields) => Fields;

/**
 * Reads a form that may contain a file, and saves the file.
 * @param owner its owner; called after the fields were read, so that they can be shown again if it throws
 * @param alongside runs in the same transaction
 * @throws UploadRefused for everything that a person can correct; Response 408, 413, 415
 */
export async function readUpload(
  request: Request,
  context: Provider,
  owner: () => string,
  alongside?: (...saved: [...Parameters<Alongside>, digest: Digest, form: FormData]) => Promise<void>,
  save: Save = saveFile,
): Promise<Upload> {
  if (!isMultipart(request)) return { kind: 'form', form: await readForm(request) };
  const multipart = await readMultipart(request, SMALL_PARTS);
  try {
    if (!multipart.file) return { kind: 'form', form: multipart.form };
    const incoming = incomingFile(request, { ...multipart, file: multipart.file });
    if (!alongside) return { kind: 'saved', content: await save(vaultOf(context), owner(), incoming) };
    const hash = createHash('sha256');
    const bytes = hashed(incoming.bytes, hash);
    const digest = () => digestOf(multipart, incoming.name, hash);
    const content = await save(vaultOf(context), owner(), {
      ...incoming,
      bytes,
      alongside: (em, view) => alongside(em, view, digest(), multipart.form),
    });
    return { kind: 'saved', content };
  } catch (error) {
    const cause = (await multipart.stop()) ?? error;
    if (cause instanceof AppError) throw new UploadRefused(cause, multipart.form);
    throw cause;
  }
}

/**
 * Refuses a file that is too large by the Content-Length of its form.
 * @throws UploadRefused quota-exceeded
 */
export async function refuseAnnounced(request: Request, context: Provider, owner: string): Promise<void> {
  try {
    await refuseTooLarge(vaultOf(context).em, owner, announcedLength(request) - OVERHEAD_MAX);
  } catch (error) {
    if (error instanceof AppError) throw new UploadRefused(error, new FormData());
    throw error;
  }
}

/**
 * Puts the parcel of such a form in the place of a content.
 * @throws UploadRefused, AppError as `sealContent`; Response 408, 413, 415
 */
export async function readSealed(
  request: Request,
  context: Provider,
  owner: string,
  content: SealRequest,
): Promise<WholeContent> {
  const upload = await readUpload(
    request,
    context,
    () => owner,
    undefined,
    (vault, ownerId, incoming) => sealContent(vault, ownerId, content, incoming),
  );
  if (upload.kind === 'saved') return upload.content;
  throw missingFile();
}

/** @returns what saves a file as a new content, with the fields that `settle` gives */
export function saveSettled(settle: Settle): Save {
  return (vault, ownerId, incoming) =>
    saveFile(vault, ownerId, {
      ...incoming,
      before: incoming.before && settle(incoming.before),
      after: async () => settle(await incoming.after()),
    });
}

/**
 * Saves the file of such a form as a new content.
 * @param alongside runs in the same transaction
 * @throws UploadRefused, as `readUpload`; AppError without a file
 */
export async function readNewFile(
  request: Request,
  context: Provider,
  owner: string,
  alongside: NonNullable<SealRequest['alongside']>,
  settle: Settle,
): Promise<WholeContent> {
  const save: Save = (vault, ownerId, incoming) => saveSettled(settle)(vault, ownerId, { ...incoming, alongside });
  const upload = await readUpload(request, context, () => owner, undefined, save);
  if (upload.kind === 'saved') return upload.content;
  throw missingFile();
}

function missingFile(): AppError {
  return AppError.atField('validation-failed', 'file', say(uploadTexts['file-missing']));
}

/**
 * Reads such a form to its end, and saves nothing.
 * @returns the digest that `alongside` gets for the same form
 * @throws AppError malformed, too-large; Response 408
 */
export async function uploadDigest(request: Request): Promise<Digest> {
  const multipart = await readMultipart(request, SMALL_PARTS);
  const { file, done } = multipart;
  const hash = createHash('sha256');
  if (file) for await (const chunk of file.bytes) hash.update(chunk);
  await done();
  return digestOf(multipart, file?.name ?? '', hash);
}

function digestOf({ form, parts }: Pick<Multipart, 'form' | 'parts'>, name: string, hash: Hash): Digest {
  const textIn = (field: string) => form.get(field) && `${form.get(field)}`;
  const caption = textIn('caption');
  const sealed = textIn('sealed');
  const hashes = PARCEL_PARTS.map((part) =>
    createHash('sha256')
      .update(parts.get(part) ?? '')
      .digest('hex'),
  );
  return [
    ...['title', 'type', 'is_public'].map(textIn),
    name,
    hash.digest('hex'),
    // Only where there is one, as keys that were used before there were captions and parcels.
    ...(caption ? [caption] : []),
    ...(sealed ? [sealed, ...hashes] : []),
  ];
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

function incomingFile(
  request: Request,
  { form, parts, file, done }: Multipart & { file: NonNullable<Multipart['file']> },
): IncomingFile {
  const { data } = createFileSchema.safeParse(fieldsOf(form, file.name));
  return {
    ...file,
    before: data ?? null,
    async after(): Promise<FileDetails> {
      await done();
      const details = detailsOf(fieldsOf(form, file.name));
      refuseLostParts(details, { form, parts });
      return { ...details, parcel: details.sealed ? requireParcel(parts) : null };
    },
    length: lengthOf(request, form),
    signal: request.signal,
  };
}

/**
 * A part that would be dropped is one that its owner relies on: without it, their words or sheets open nothing.
 * @throws AppError validation-failed for a part that was sent as text, or without `sealed`
 */
function refuseLostParts({ sealed }: CreateFile, { form, parts }: Pick<Multipart, 'form' | 'parts'>): void {
  const asText = PARCEL_PARTS.find((part) => form.has(part));
  if (asText) throw AppError.atField('validation-failed', asText, say(parcelTexts['not-a-file-part']));
  if (!sealed && parts.size > 0) throw AppError.atField('validation-failed', 'sealed', say(parcelTexts['not-sealed']));
}

/** An empty title becomes the file's name, as the script does when a file is picked (spec.md section 5). */
function fieldsOf(form: FormData, fileName: string): Record<string, unknown> {
  const fields = Object.fromEntries(form);
  if (isSealed(fields))
    return { ...fields, type: fields.type || 'file', title: `${fields.title ?? ''}`.trim() || say(parcelTexts.label) };
  return `${fields.title ?? ''}`.trim() ? fields : { ...fields, title: titleOf(safeFileName(fileName)) };
}

function isSealed(fields: Record<string, unknown>): boolean {
  return createFileSchema.shape.sealed.safeParse(fields.sealed).data === true;
}

function titleOf(name: string): string {
  return Array.from(name).slice(0, TITLE_MAX).join('');
}

/** @throws AppError validation-failed with the errors of each field */
function detailsOf(fields: Record<string, unknown>): CreateFile {
  const { data, error } = createFileSchema.safeParse(fields);
  if (data) return requireSealing(data);
  const errors: FieldError[] = error.issues.map(({ path, message }) => ({
    field: String(path[0] ?? ''),
    message: sayFieldError(message),
  }));
  throw new AppError('validation-failed', errors[0]?.message ?? say(formTexts['not-complete']), errors);
}

/** A name or a type would say what is in it, and in the gallery nobody could open it. */
function requireSealing(details: CreateFile): CreateFile {
  const { sealed, type, is_public } = details;
  if (sealed && type !== 'file') throw AppError.atField('validation-failed', 'type', say(parcelTexts['only-files']));
  if (sealed && is_public) throw AppError.atField('validation-failed', 'is_public', say(parcelTexts['not-public']));
  return details;
}

/** A script sends the file's length. Otherwise the form's length is an upper limit. */
function lengthOf(request: Request, form: FormData): { atLeast: number; atMost: number } | null {
  const size = form.get('size');
  if (typeof size === 'string' && /^\d{1,15}$/.test(size)) return { atLeast: Number(size), atMost: Number(size) };
  const whole = announcedLength(request);
  return whole > 0 ? { atLeast: Math.max(1, whole - OVERHEAD_MAX), atMost: whole } : null;
}

/** @returns whether it is a form that can contain a file */
export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}
