/** A script of the build, and what its bytes have to be. */
export interface Script {
  src: string;
  /** As the attribute `integrity` has it. */
  integrity: string;
}

/**
 * Browsers compare no hash for the script of a worker. So it is fetched with one, and started from the bytes that had it.
 * @throws TypeError where it was not fetched, or is another script; the reason of the signal
 */
export async function startWorker({ src, integrity }: Script, signal?: AbortSignal): Promise<Worker> {
  const answer = await fetch(src, { integrity, signal: signal ?? null });
  const source = new Blob([await answer.arrayBuffer()], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source));
}
