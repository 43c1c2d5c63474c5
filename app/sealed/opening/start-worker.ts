import type { Script } from './protocol.ts';

/**
 * Browsers compare no hash for the script of a worker. So it is fetched with one, and started from the bytes that had it.
 * @throws TypeError where it was not fetched, or is another script
 */
export async function startWorker({ src, integrity }: Script): Promise<Worker> {
  const answer = await fetch(src, { integrity });
  const source = new Blob([await answer.arrayBuffer()], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source));
}
