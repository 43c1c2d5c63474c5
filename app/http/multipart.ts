import { once } from 'node:events';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { formTexts } from '#messages/en/form-texts.ts';
import { say } from '#messages/say.ts';
import { readSteadily } from './body.ts';
import { FIELD_NAME } from './form.ts';

/** All fields together, in memory. A letter slightly over its limit still gets a validation error. */
const FIELDS_MAX_BYTES = 4 * MEGABYTE;
/** No form of ours has more. */
const LIMITS = {
  fields: 20,
  files: 1,
  parts: 21,
  fieldNameSize: 64,
  fieldSize: FIELDS_MAX_BYTES,
  headerPairs: 20,
};

/** A form that was read up to its file. */
export interface Multipart {
  /** The text fields before the file; all of them after `done`. */
  form: FormData;
  /** The small file parts before the file; all of them after `done`. */
  parts: ReadonlyMap<string, Buffer>;
  /** Null without a file. The fields after it arrive once it was read to its end. */
  file: { name: string; bytes: AsyncIterable<Uint8Array> } | null;
  /** Resolves at the end of the form. @throws when the form is not whole; then the file is not whole either */
  done(): Promise<void>;
  /** Stops reading; the rest of the body is dropped after the response. @returns an earlier error of the form, or null */
  stop(): Promise<unknown>;
}

/** Not a fault of the form. */
const UNWANTED = new Error('The rest of this form is not needed.');

/** File parts that are read into memory, by their names. */
export interface SmallParts {
  names: readonly string[];
  /** Of each, in bytes. */
  max: number;
}

const NO_PARTS: SmallParts = { names: [], max: 0 };

/**
 * Reads a multipart form as it arrives: first the fields, then the file as fast as it is consumed.
 * @throws AppError malformed, too-large; Response 408 when it is too slow; the error of a broken connection
 */
export async function readMultipart(request: Request, small: SmallParts = NO_PARTS): Promise<Multipart> {
  const form = new FormData();
  const parts = new Map<string, Buffer>();
  const parser = parserFor(request, small.names.length);
  // For a part with a wrong header busboy only emits the error, and a second one without a listener would end the process.
  parser.on('error', (error: Error) => parser.destroy(error));
  const began = Promise.withResolvers<Multipart['file']>();
  let hasFile = false;
  parser.on('file', (name, bytes, { filename }) => {
    // Without a listener its error would end the process; the reader of the file gets it too.
    bytes.on('error', () => {});
    if (small.names.includes(name)) return collectPart(parser, parts, { name, bytes, max: small.max });
    if (hasFile) return parser.destroy(malformed());
    hasFile = true;
    // A browser sends an empty part when no file was picked.
    if (filename) began.resolve({ name: filename, bytes });
    else bytes.resume();
  });
  collectFields(parser, form);
  const whole = feed(parser, readSteadily(request)).then(() => began.resolve(null));
  whole.catch(began.reject);
  const stop = () => {
    parser.destroy(UNWANTED);
    return whole.then(
      () => null,
      (error: unknown) => error,
    );
  };
  try {
    return { form, parts, file: await began.promise, done: () => whole, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function parserFor(request: Request, smallParts: number): Busboy {
  try {
    const headers = Object.fromEntries(request.headers);
    const limits = { ...LIMITS, files: LIMITS.files + smallParts, parts: LIMITS.parts + smallParts };
    return busboy({ headers, limits, defParamCharset: 'utf8', preservePath: true });
  } catch {
    throw malformed();
  }
}

function collectPart(
  parser: Busboy,
  parts: Map<string, Buffer>,
  { name, bytes, max }: { name: string; bytes: Readable; max: number },
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  bytes.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > max) parser.destroy(new AppError('too-large', say(formTexts['too-large'])));
  });
  bytes.on('end', () => parts.set(name, Buffer.concat(chunks)));
}

function collectFields(parser: Busboy, form: FormData): void {
  let size = 0;
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    size += value.length;
    if (nameTruncated || valueTruncated || size > FIELDS_MAX_BYTES)
      parser.destroy(new AppError('too-large', say(formTexts['too-large'])));
    else if (FIELD_NAME.test(name)) form.append(name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.once(limit, () => parser.destroy(malformed()));
}

/** @throws the parser's error, or that of a broken connection */
async function feed(parser: Busboy, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = once(parser, 'close');
  closed.catch(() => {});
  let broken: { cause: unknown } | null = null;
  try {
    for await (const chunk of chunks) {
      if (parser.destroyed) break;
      if (!parser.write(chunk)) await roomIn(parser);
      if (parser.destroyed) break;
    }
    parser.end();
  } catch (error) {
    broken = { cause: error };
    parser.destroy(error instanceof Error ? error : new Error('The form did not arrive whole.'));
  }
  try {
    await closed;
  } catch (error) {
    if (error === UNWANTED) return;
    if (broken) throw broken.cause;
    throw error instanceof AppError ? error : malformed();
  }
}

/** Resolves when the parser accepts more, or has closed. Promise.race with its end would leak a callback per chunk. */
function roomIn(parser: Busboy): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go);
      resolve();
    };
    parser.on('drain', go).on('close', go);
  });
}

function malformed(): AppError {
  return new AppError('malformed', say(formTexts['not-whole']));
}
