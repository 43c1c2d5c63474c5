/** What is to happen around a delivery. */
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Planned } from './agenda.ts';
import type { Report } from './delivery-provider.ts';
import type { Claim } from './delivery-rows.ts';

export const PARTS = ['web', 'worker', 'engine', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

export type Happening = Planned<Part> &
  (
    | { kind: 'answer'; claimed: Claim; answer: ProviderAnswer; until: number }
    | { kind: 'event'; claimed: Claim; eventId: string; report: Report; at: number; happenedAt: number }
    | { kind: 'opens' | 'refuses'; epoch: number }
    | { kind: 'asks'; revision: number }
  );
