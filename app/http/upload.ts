import { accountOf, type Provider, vaultOf } from '#app/middleware/context.ts';
import { type CreateFile, createFileSchema } from '#domain/content/content.schema.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { safeFileName } from '#domain/content/file-name.ts';
import { AppError, type FieldError } from '#domain/errors.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { keepFile } from '#services/contents/keep-file.ts';
import { refuseTooLarge } from '#services/contents/reservation.ts';
import { LETTER_FORM_MAX_BYTES, readForm } from './form.ts';
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
 * Reads a form that may carry a file, and keeps the file.
 * @throws UploadRefused for everything that a person can mend; Response 408, 413, 415
 */
export async function readUpload(request: Request, context: Provider): Promise<Upload> {
  if (!isMultipart(request)) return { kind: 'form', form: await readForm(request, { limit: LETTER_FORM_MAX_BYTES }) };
  const owner = accountOf(context).id;
  const multipart = await readMultipart(request);
  try {
    if (!multipart.file) return { kind: 'form', form: multipart.form };
    return { kind: 'kept', content: await keep(request, context, owner, { ...multipart, file: multipart.file }) };
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
export async function refuseAnnounced(request: Request, context: Provider): Promise<void> {
  try {
    await refuseTooLarge(vaultOf(context).em, accountOf(context).id, announced(request) - OVERHEAD_MAX);
  } catch (error) {
    if (error instanceof AppError) throw new UploadRefused(error, new FormData());
    throw error;
  }
}

function keep(
  request: Request,
  context: Provider,
  owner: string,
  { form, file, done }: Multipart & { file: NonNullable<Multipart['file']> },
): Promise<ContentView> {
  const { data } = createFileSchema.safeParse(fieldsOf(form, file.name));
  return keepFile(vaultOf(context), owner, {
    ...file,
    before: data ?? null,
    async after() {
      await done();
      return detailsOf(fieldsOf(form, file.name));
    },
    length: lengthOf(request, form),
    signal: request.signal,
  });
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
  const whole = announced(request);
  return whole > 0 ? { atLeast: Math.max(1, whole - OVERHEAD_MAX), atMost: whole } : null;
}

function announced(request: Request): number {
  const length = Number(request.headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}

function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}
