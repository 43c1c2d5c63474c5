import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { errorResponse } from './errors.ts';

/** A body may come slowly, but not as one byte now and then to keep us waiting. */
const BYTES_PER_SECOND_MIN = 1024;
const PATIENCE = 10 * SECOND;

/**
 * Reads a body up to a limit; what lies beyond is never held in memory.
 * @param limit in bytes
 * @throws Response 413 beyond the limit, 408 when it comes too slowly
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const began = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit)
      throw errorResponse(new AppError('too-large', 'This is more than a form can carry. Please send less at once.'));
    const waited = performance.now() - began;
    if (waited > PATIENCE && size < (waited / SECOND) * BYTES_PER_SECOND_MIN)
      throw new Response('This came too slowly.\n', { status: 408 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
