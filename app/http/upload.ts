import { createHash, type Hash } from 'node:crypto';
import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { type CreateFile, createFileSchema } from '#domain/content/content.schema.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { safeFileName } from '#domain/content/file-name.ts';
import { AppError, type FieldError } from '#domain/errors.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { type IncomingFile, keepFile } from '#services/contents/keep-file.ts';
import { refuseTooLarge } from '#services/contents/reservation.ts';
import { announcedLength } from './body.ts';
import { readForm } from './form.ts';
import { type Multipart, readMultipart } from './multipart.ts';

/** What a form takes besides its file, at most. */
const OVERHEAD_MAX = 16 * 1024;

/** A form with a file that was kept, or one in which no file was picked. */
export type Upload = { kind: 'kept'; content: ContentView } | { kind: 'form'; form: FormData };

/** A file that was not kept, with the text fields that came before: so that nothing typed is lost. */
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

/**
 * What a form turned out to carry, as JSON has it: its fields, the name, and the hash of the file. It is for memory only:
 * what is stored of it is a keyed hash (services/idempotency/keys.ts).
 */
type Digest = readonly (string | null)[];
type Alongside = NonNullable<IncomingFile['alongside']>;

/**
 * Reads a form that may carry a file, and keeps the file.
 * @param owner whose it will be; asked once the form is there, so that it comes back when that cannot be known
 * @param alongside what becomes true together with it
 * @throws UploadRefused for everything that a person can mend; Response 408, 413, 415
 */
export async function readUpload(
  request: Request,
  context: Provider,
  owner: () => string,
  alongside?: (...kept: [...Parameters<Alongside>, digest: Digest, form: FormData]) => Promise<void>,
): Promise<Upload> {
  if (!isMultipart(request)) return { kind: 'form', form: await readForm(request) };
  const multipart = await readMultipart(request);
  try {
    if (!multipart.file) return { kind: 'form', form: multipart.form };
    const incoming = incomingFile(request, { ...multipart, file: multipart.file });
    if (!alongside) return { kind: 'kept', content: await keepFile(vaultOf(context), owner(), incoming) };
    const hash = createHash('sha256');
    const bytes = hashed(incoming.bytes, hash);
    const digest = () => digestOf(multipart.form, incoming.name, hash);
    const content = await keepFile(vaultOf(context), owner(), {
      ...incoming,
      bytes,
      alongside: (em, view) => alongside(em, view, digest(), multipart.form),
    });
    return { kind: 'kept', content };
  } catch (error) {
    const cause = (await multipart.stop()) ?? error;
    if (cause instanceof AppError) throw new UploadRefused(cause, multipart.form);
    throw cause;
  }
}

/**
 * Refuses a file for which there is no room, by what its form announces.
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
 * Reads such a form to its end, and keeps nothing.
 * @returns what `alongside` was told of the same form
 * @throws AppError malformed, too-large; Response 408
 */
export async function uploadDigest(request: Request): Promise<Digest> {
  const { form, file, done } = await readMultipart(request);
  const hash = createHash('sha256');
  if (file) for await (const chunk of file.bytes) hash.update(chunk);
  await done();
  return digestOf(form, file?.name ?? '', hash);
}

function digestOf(form: FormData, name: string, hash: Hash): Digest {
  const fields = ['title', 'type', 'is_public'].map((field) => form.get(field)).map((value) => value && `${value}`);
  return [...fields, name, hash.digest('hex')];
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

function incomingFile(
  request: Request,
  { form, file, done }: Multipart & { file: NonNullable<Multipart['file']> },
): IncomingFile {
  const { data } = createFileSchema.safeParse(fieldsOf(form, file.name));
  return {
    ...file,
    before: data ?? null,
    async after() {
      await done();
      return detailsOf(fieldsOf(form, file.name));
    },
    length: lengthOf(request, form),
    signal: request.signal,
  };
}

/** A title that was left empty is the file's name, as a script fills it in when the file is picked (spec.md section 5). */
function fieldsOf(form: FormData, fileName: string): Record<string, unknown> {
  const fields = Object.fromEntries(form);
  return `${fields.title ?? ''}`.trim() ? fields : { ...fields, title: titleOf(safeFileName(fileName)) };
}

function titleOf(name: string): string {
  return Array.from(name).slice(0, TITLE_MAX).join('');
}

/** @throws AppError validation-failed with what is wrong at each field */
function detailsOf(fields: Record<string, unknown>): CreateFile {
  const { data, error } = createFileSchema.safeParse(fields);
  if (data) return data;
  const errors: FieldError[] = error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
  throw new AppError('validation-failed', errors[0]?.message ?? 'This form is not complete.', errors);
}

/** A script says how long the file is; otherwise the form is a little longer than it. */
function lengthOf(request: Request, form: FormData): { atLeast: number; atMost: number } | null {
  const told = form.get('size');
  if (typeof told === 'string' && /^\d{1,15}$/.test(told)) return { atLeast: Number(told), atMost: Number(told) };
  const whole = announcedLength(request);
  return whole > 0 ? { atLeast: Math.max(1, whole - OVERHEAD_MAX), atMost: whole } : null;
}

/** @returns whether it is a form that can carry a file */
export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}
