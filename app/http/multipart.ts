import { once } from 'node:events';
import busboy, { type Busboy } from 'busboy';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { readSteadily } from './body.ts';
import { FIELD_NAME } from './form.ts';

/** All fields together: what is held in memory. A letter that is a little too long still comes back with its error. */
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

/** A form with a file in it, read up to where the file begins. */
export interface Multipart {
  /** The text fields: those before the file; all of them once `done` has resolved. */
  form: FormData;
  /** Null when none was picked. It has to be read to its end before the fields after it come. */
  file: { name: string; bytes: AsyncIterable<Uint8Array> } | null;
  /** Resolves at the end of the form. @throws what was wrong with it: then the file is not whole either */
  done(): Promise<void>;
  /** Ends the reading; what is still sent is dropped once there is an answer. @returns what had been wrong with the form before */
  stop(): Promise<unknown>;
}

/** Why a form is read no further: not its own fault. */
const UNWANTED = new Error('This form is not wanted any more.');

/**
 * Reads a multipart form as it comes: first the fields, then the file at the pace of whoever reads it.
 * @throws AppError malformed, too-large; Response 408 when it comes too slowly; whatever breaks the connection
 */
export async function readMultipart(request: Request): Promise<Multipart> {
  const form = new FormData();
  const parser = parserFor(request);
  // Of a part whose header is wrong it only speaks, and would end the process when nobody heard a second error.
  parser.on('error', (error: Error) => parser.destroy(error));
  const began = Promise.withResolvers<Multipart['file']>();
  parser.on('file', (_, bytes, { filename }) => {
    // Without a listener its error would end the process; whoever reads it gets it too.
    bytes.on('error', () => {});
    // A browser sends an empty part for a picker in which nothing was picked.
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
    return { form, file: await began.promise, done: () => whole, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function parserFor(request: Request): Busboy {
  try {
    const headers = Object.fromEntries(request.headers);
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8', preservePath: true });
  } catch {
    throw malformed();
  }
}

function collectFields(parser: Busboy, form: FormData): void {
  let size = 0;
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    size += value.length;
    if (nameTruncated || valueTruncated || size > FIELDS_MAX_BYTES)
      parser.destroy(new AppError('too-large', 'This is more than a form can carry. Please send less at once.'));
    else if (FIELD_NAME.test(name)) form.append(name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.once(limit, () => parser.destroy(malformed()));
}

/** Hands the parser what comes. @throws what it finds wrong, and what breaks the connection */
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
    parser.destroy(error instanceof Error ? error : new Error('The form did not come whole.'));
  }
  try {
    await closed;
  } catch (error) {
    if (error === UNWANTED) return;
    if (broken) throw broken.cause;
    throw error instanceof AppError ? error : malformed();
  }
}

/** Resolves when it takes more, or will never. No race with its end: each would be remembered until then. */
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
  return new AppError('malformed', 'This form did not arrive whole, so nothing was kept. Please send it again.');
}
