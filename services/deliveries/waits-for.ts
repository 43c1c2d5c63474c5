import type { DeliveryState, RejectionKind } from '#domain/delivery/protocol.ts';

const WHY: Record<RejectionKind, string> = {
  transient: 'a refusal that may pass',
  configuration: 'our own set-up was refused',
  blocked: 'it came back, which may pass',
  permanent: 'its recipient was refused',
};

/** @returns what a delivery waits for, in words for operators; no personal data */
export function waitsFor({ attempts }: Pick<DeliveryState, 'attempts'>): string {
  const newest = attempts.at(-1);
  if (!newest) return 'its time';
  if (newest.state === 'unknown') return `the provider's word about try ${newest.n}`;
  if (newest.state !== 'rejected') return `the answer to try ${newest.n}`;
  return `try ${newest.n + 1}, after ${WHY[newest.rejection ?? 'transient']}`;
}
