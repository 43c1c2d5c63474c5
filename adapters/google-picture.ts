import { MEGABYTE } from '#domain/content/content.ts';

/** Google's pictures have a few thousand bytes. */
const MAX_BYTES = 2 * MEGABYTE;

/**
 * Fetches a person's profile picture, once. A page never links to it: that would tell Google who looks at the page.
 * @param address from the token; it may be any text
 * @param origin of the profile pictures; nothing else is fetched, and no redirect followed
 * @param timeout of the whole download, in milliseconds
 * @returns the bytes, not yet checked; null when it is missing, too big, or does not arrive
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
