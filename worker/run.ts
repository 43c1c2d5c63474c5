/**
 * The worker process, put together: what waits in Postgres is carried to the engine, what is due is sent, what broke
 * is repaired. Any number of these may run at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from '#config/compose.ts';
import { composeEngine } from '#config/engine.ts';
import type { Env } from '#config/env.ts';
import type { Logger } from '#config/log.ts';
import { listen } from '#db/listen.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ProtocolDeps } from '#services/emergency/advance.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { deliveryActivities } from './activities/delivery.ts';
import { emergencyActivities } from './activities/emergency.ts';
import { startBilling } from './billing.ts';
import { logStep } from './delivery-log.ts';
import { startDispatcher } from './dispatcher.ts';
import { startEmergency } from './emergency.ts';
import { addProtocolGauges } from './emergency-watch.ts';
import { prepareEngineWorker } from './engine-worker.ts';
import { startHealthServer } from './health.ts';
import { startLookout } from './lookout.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startPriceCheck } from './prices.ts';
import { startRushLane } from './rush-lane.ts';
import { startSweep } from './sweep.ts';
import { startThumbnails } from './thumbnails.ts';

/** How much longer a claim is held than a provider call may take: for a worker that was slow, not dead. */
const LEASE_MARGIN = 5 * SECOND;
const STORAGE_AGAIN = 2 * SECOND;

/**
 * @param parts the composition; a test may have wrapped its ports
 * @returns how to stop: what is under way is finished first
 */
export async function runWorker(env: Env, parts: Composition, log: Logger): Promise<() => Promise<void>> {
  const { fork } = parts;
  const metrics = createMetrics(fork);
  const postman = composePostman(env, parts, metrics, log);
  const keeper: ProtocolDeps = { fork, day: env.EMERGENCY_DAY_SECONDS * SECOND };
  addProtocolGauges(metrics.registry, keeper);
  const engine = composeEngine(env);

  // First what can fail, last what sends: a worker that cannot start has handed nothing to anybody.
  const activities = { ...deliveryActivities(postman, log), ...emergencyActivities(keeper, log) };
  const engineWorker = await prepareEngineWorker(env, activities, log);
  const isPolling = async () => {
    if (!engineWorker.isPolling()) throw new Error('not polling');
  };
  const health = await startHealthServer(env.WORKER_PORT, { ...parts.checks, engine: isPolling }, metrics.registry);
  const stopPreparing = prepareStorage(parts.objects, log);
  const loops = startLoops(env, parts, { postman, keeper, engine, metrics, log });
  const stopListening = listen(env.DATABASE_URL, 'stillhere_outbox', () => loops.dispatcher.poke());
  engineWorker.start();
  log.info({ port: env.WORKER_PORT }, 'the worker is at work');

  return async () => {
    stopPreparing();
    await Promise.all([...loops.all.map((loop) => loop.stop()), stopListening(), engineWorker.stop()]);
    health.closeAllConnections();
    health.close();
    await engine.close();
    await parts.close();
  };
}

/** What is sent with, and told of in the log and in numbers. */
function composePostman(
  env: Env,
  { fork, keyring, email, whatsapp, sms }: Composition,
  metrics: Metrics,
  log: Logger,
): DeliveryDeps {
  return {
    fork,
    keyring,
    email,
    whatsapp,
    sms,
    appOrigin: env.APP_ORIGIN,
    policy: {
      claimLease: env.PROVIDER_TIMEOUT_SECONDS * SECOND + LEASE_MARGIN,
      unknownWait: env.UNKNOWN_WAIT_SECONDS * SECOND,
      minute: env.RETRY_MINUTE_SECONDS * SECOND,
    },
    observe(event) {
      metrics.observe(event);
      if (event.kind === 'step') logStep(log, event);
    },
  };
}

interface AtWork {
  postman: DeliveryDeps;
  keeper: ProtocolDeps;
  engine: ReturnType<typeof composeEngine>;
  metrics: Metrics;
  log: Logger;
}

/** Everything that goes on by itself, and the lookout that wakes what is needed. */
function startLoops(env: Env, parts: Composition, { postman, keeper, engine, metrics, log }: AtWork) {
  const { fork, keyring, objects, payments, askStatus } = parts;
  const { day } = keeper;
  const { registry } = metrics;
  const dispatcher = startDispatcher({ fork, engine, log, metrics });
  const [operators, zoneRules] = [env.OPERATOR_EMAIL, process.versions.tz ?? ''];
  const working = [
    dispatcher,
    ...startSweep({ fork, engine, postman, objects, askStatus, payments, operators, zoneRules, log, metrics }),
    ...startPriceCheck(payments, log, registry),
    ...(payments ? startBilling({ postman, payments, day, log, registry }) : []),
    ...startThumbnails({ fork, keyring, objects }, log, metrics),
    ...startRushLane(postman, log),
    ...startEmergency(keeper, postman, log),
  ];
  return { dispatcher, all: [startLookout(fork, log, working), ...working] };
}

/** Makes the bucket where it is missing, as soon as the store answers. @returns how to stop trying */
function prepareStorage(objects: ObjectStore, log: Logger): () => void {
  const stopped = new AbortController();
  const attempt = async () => {
    while (!stopped.signal.aborted) {
      try {
        return await objects.prepare();
      } catch (error) {
        log.warn({ err: error }, 'the object store does not answer; trying again');
        await sleep(STORAGE_AGAIN, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  };
  void attempt();
  return () => stopped.abort();
}
