import { type TemporalEngine, temporalEngine } from '#adapters/temporal.ts';
import type { Env } from './env.ts';

export type { TemporalEngine };

/** The engine, for the worker alone: the web process never waits for it and never speaks to it. */
export function composeEngine(env: Env): TemporalEngine {
  return temporalEngine({
    address: env.TEMPORAL_ADDRESS,
    namespace: env.TEMPORAL_NAMESPACE,
    apiKey: env.TEMPORAL_API_KEY,
    tls: env.TEMPORAL_TLS,
  });
}
