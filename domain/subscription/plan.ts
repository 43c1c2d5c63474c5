import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';

/** What somebody can subscribe to; without a subscription it is `free`. */
export type Plan = 'free' | 'plus' | 'premium';

/** What a plan allows. */
export interface Entitlements {
  /** As people read it. */
  name: string;
  /** How much the vault holds, in bytes. */
  storage: number;
  emergencyProtocol: boolean;
  publicSharing: boolean;
}

/** spec.md section 6: the one table. */
export const PLANS: Record<Plan, Entitlements> = {
  free: { name: 'Free', storage: 50 * MEGABYTE, emergencyProtocol: false, publicSharing: false },
  plus: { name: 'Plus', storage: 3 * GIGABYTE, emergencyProtocol: true, publicSharing: false },
  premium: { name: 'Premium', storage: 10 * GIGABYTE, emergencyProtocol: true, publicSharing: true },
};
