import type { DeliveryState } from '#domain/delivery/protocol.ts';

/** @returns what a delivery waits for, in words for operators; no personal data */
export function waitsFor({ attempts }: Pick<DeliveryState, 'attempts'>): string {
  const newest = attempts.at(-1);
  if (!newest) return 'its time';
  if (newest.state === 'unknown') return `the provider's word about try ${newest.n}`;
  if (newest.state !== 'rejected') return `the answer to try ${newest.n}`;
  const why = newest.rejection === 'configuration' ? 'our own set-up was refused' : 'a refusal that may pass';
  return `try ${newest.n + 1}, after ${why}`;
}
