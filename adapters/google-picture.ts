import { MEGABYTE } from '#domain/content/content.ts';

/** Google's pictures have a few thousand bytes. */
const MAX_BYTES = 2 * MEGABYTE;

/**
 * Fetches somebody's picture, once. A page never leads there: it would tell Google who looks at it.
 * @param address what the token says; anything
 * @param origin where pictures of people lie; what lies elsewhere is not fetched, nor is a redirect followed
 * @param timeout in milliseconds, for all of it
 * @returns the bytes, unproven; null when it is not there, too big, or does not come
 */
export async function fetchPicture(address: string, origin: string, timeout: number): Promise<Uint8Array | null> {
  if (!URL.canParse(address) || new URL(address).origin !== origin) return null;
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    const isPicture = response.ok && response.headers.get('content-type')?.startsWith('image/');
    if (isPicture && response.body) return await readUpTo(response.body, MAX_BYTES);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

async function readUpTo(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
