/** Reads the parts of a call and checks them by the operation's schemas. */
import type { z } from 'zod';
import { readBody } from '#app/http/body.ts';
import type { BodyLimit } from '#app/http/body-limit.ts';
import { STATUS } from '#app/http/errors.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { AppError, type FieldError } from '#domain/errors.ts';

/** Ours are flat; a body nested a thousand times is for nobody but the stack. */
const DEPTH_MAX = 16;

/**
 * @returns the body, as the schema gives it
 * @throws AppError unsupported-media-type, too-large, malformed, validation-failed; Response 408
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit: BodyLimit,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported-media-type', 'Send this as JSON, with Content-Type: application/json.');
  const bytes = await readBody(request, limit).catch((error: unknown) => Promise.reject(asRefusal(error, limit)));
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([], 'Send a JSON object that has the fields of this call.');
  return checked(schema, value);
}

/** @throws AppError validation-failed, also for a parameter that comes twice */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.output<Schema> {
  const given: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (name in given) throw invalid([{ field: name, message: 'This parameter came twice' }]);
    if (name in schema.shape) given[name] = value;
  }
  return checked(schema, given);
}

/** Forms are refused in plain text, calls in problems. */
function asRefusal(error: unknown, { bytes }: BodyLimit): unknown {
  if (!(error instanceof Response && error.status === STATUS['too-large'])) return error;
  return new AppError('too-large', `This call can carry ${inMegabytes(bytes)}. Please send less at once.`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (depthOf(value) <= DEPTH_MAX) return value;
  } catch {}
  throw new AppError('malformed', 'The body is not JSON that we can read.');
}

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= DEPTH_MAX) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    depth++;
  }
  return depth;
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  // What is wrong with the whole is told by the detail: it stands at no field.
  throw invalid(
    errors.filter(({ field }) => field !== ''),
    errors[0]?.message,
  );
}

function invalid(errors: FieldError[], detail = errors[0]?.message): AppError {
  return new AppError('validation-failed', detail ?? 'This call is not complete.', errors);
}
