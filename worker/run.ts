/**
 * The worker process: it sends intents to the engine, delivers what is due, runs jobs and repairs. Several may run at
 * once.
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
import { DatabaseClock, isClockHeld } from '#services/emergency/database-clock.ts';
import { requireSyncStandby } from '#services/operations/sync-standby.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { deliveryActivities } from './activities/delivery.ts';
import { emergencyActivities } from './activities/emergency.ts';
import { startBilling } from './billing.ts';
import { logLostAttempt, logStep } from './delivery-log.ts';
import { startDispatcher } from './dispatcher.ts';
import { startDueWorkPoller } from './due-work-poller.ts';
import { startEmergency } from './emergency.ts';
import { prepareEngineWorker } from './engine-worker.ts';
import { startHealthServer } from './health.ts';
import { startJanitor } from './janitor.ts';
import { startJobs } from './jobs.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startOverdueSender } from './overdue-sender.ts';
import { startPriceCheck } from './prices.ts';
import { startProbe } from './probe.ts';
import { addProtocolGauges } from './protocol-alarms.ts';
import { Rush } from './rush.ts';
import { startStandbyAlarm } from './standby.ts';

/** How much longer a claim lasts than a provider call may take: for a worker that is slow, not down. */
const LEASE_MARGIN = 5 * SECOND;
const STORAGE_RETRY = 2 * SECOND;

/**
 * @param parts the composition; a test may have wrapped its ports
 * @returns a function that finishes what is under way, then stops
 */
export async function runWorker(env: Env, parts: Composition, log: Logger): Promise<() => Promise<void>> {
  const { fork } = parts;
  if (env.REQUIRE_SYNC_STANDBY) await requireSyncStandby(fork());
  const metrics = createMetrics(fork);
  const clock = new DatabaseClock(env.EMERGENCY_DAY_SECONDS * SECOND);
  const deliveryDeps = composeDeliveryDeps(env, parts, { clock, metrics, log });
  const protocolDeps: ProtocolDeps = { fork, day: env.EMERGENCY_DAY_SECONDS * SECOND };
  addProtocolGauges(metrics.registry, protocolDeps);
  const engine = composeEngine(env);
  const rush = new Rush();

  // First what can fail, last what sends: a worker that cannot start must not have sent anything.
  const activities = { ...deliveryActivities(deliveryDeps, log), ...emergencyActivities(protocolDeps, log) };
  const engineWorker = await prepareEngineWorker(env, activities, log);
  const isPolling = async () => {
    if (!engineWorker.isPolling()) throw new Error('not polling');
  };
  const isClockAgreed = async () => {
    if (await isClockHeld(fork())) throw new Error('in doubt');
  };
  const checks = { ...parts.checks, engine: isPolling, clock: isClockAgreed };
  const health = await startHealthServer(env.WORKER_PORT, checks, metrics.registry);
  const stopPreparing = prepareStorage(parts.objects, log);
  const loops = startLoops(env, parts, { deliveryDeps, protocolDeps, clock, engine, rush, metrics, log });
  const stopListening = listen(env.DATABASE_URL, 'stillhere_outbox', () => loops.dispatcher.poke());
  engineWorker.start();
  log.info({ port: env.WORKER_PORT }, 'the worker is running');

  return async () => {
    stopPreparing();
    await Promise.all([...loops.all.map((loop) => loop.stop()), stopListening(), engineWorker.stop()]);
    health.closeAllConnections();
    health.close();
    await engine.close();
    await parts.close();
  };
}

/** Dependencies of sending, with the log and the metrics. */
function composeDeliveryDeps(
  env: Env,
  { fork, keyring, email, whatsapp, sms }: Composition,
  { clock, metrics, log }: Pick<WorkerDeps, 'clock' | 'metrics' | 'log'>,
): DeliveryDeps {
  return {
    fork,
    keyring,
    email,
    whatsapp,
    sms,
    appOrigin: env.APP_ORIGIN,
    isClockHeld: (em) => clock.isHeld(em),
    policy: {
      claimLease: env.PROVIDER_TIMEOUT_SECONDS * SECOND + LEASE_MARGIN,
      unknownWait: env.UNKNOWN_WAIT_SECONDS * SECOND,
      minute: env.RETRY_MINUTE_SECONDS * SECOND,
      messagesPerAddress: env.LIMIT_MESSAGES_PER_ADDRESS_PER_DAY,
    },
    observe(event) {
      metrics.observe(event);
      if (event.kind === 'step') logStep(log, event);
      if (event.kind === 'lost-attempt') logLostAttempt(log, event);
    },
  };
}

interface WorkerDeps {
  deliveryDeps: DeliveryDeps;
  protocolDeps: ProtocolDeps;
  clock: DatabaseClock;
  engine: ReturnType<typeof composeEngine>;
  rush: Rush;
  metrics: Metrics;
  log: Logger;
}

/** All loops, and the poller that wakes those with work. */
function startLoops(
  env: Env,
  parts: Composition,
  { deliveryDeps, protocolDeps, clock, engine, rush, metrics, log }: WorkerDeps,
) {
  const { fork, keyring, objects, payments, phones, webhooks, askStatus, checkInPage } = parts;
  const { day } = protocolDeps;
  const { registry } = metrics;
  const dispatcher = startDispatcher({ fork, engine, rush, log, metrics });
  const loops = [
    dispatcher,
    ...startJobs({
      decoder: env.DECODER_SOCKET,
      operators: env.OPERATOR_EMAIL,
      archive: env.RECORD_ARCHIVE_EMAIL,
      deliveryDeps,
      phones,
      webhooks,
      engine,
      objects,
      payments,
      day,
      log,
      metrics,
    }),
    ...startJanitor({
      ...{ fork, engine, deliveryDeps, askStatus, log, metrics },
      zoneRules: process.versions.tz ?? '',
      mailsRoots: env.RECORD_ARCHIVE_EMAIL !== undefined,
    }),
    ...startPriceCheck(payments, log, registry),
    ...(payments ? startBilling({ fork, payments, day, log, registry }) : []),
    ...startOverdueSender(deliveryDeps, rush, log),
    ...startEmergency(protocolDeps, clock, log),
    ...(env.REQUIRE_SYNC_STANDBY ? [startStandbyAlarm(fork, log, registry)] : []),
    ...(checkInPage ? [startProbe({ fork, keyring, page: checkInPage, day }, clock, log)] : []),
  ];
  return { dispatcher, all: [startDueWorkPoller(fork, log, loops), ...loops] };
}

/** Creates the bucket where it is missing, as soon as the store answers. @returns a function that stops trying */
function prepareStorage(objects: ObjectStore, log: Logger): () => void {
  const stopped = new AbortController();
  const attempt = async () => {
    while (!stopped.signal.aborted) {
      try {
        return await objects.prepare();
      } catch (error) {
        log.warn({ err: error }, 'the object store does not answer; trying again');
        await sleep(STORAGE_RETRY, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  };
  void attempt();
  return () => stopped.abort();
}
