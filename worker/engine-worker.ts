import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Env } from '#config/env.ts';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { TASK_QUEUE } from '#workflows/contracts/engine.ts';
import type { DeliveryActivities } from './activities/delivery.ts';
import type { EmergencyActivities } from './activities/emergency.ts';
import { BUNDLE_PATH, bundleWorkflows } from './bundle-workflows.ts';

const RECONNECT_AFTER = SECOND;
/** The overdue sender handles rushes, so the limit is memory: see docs/decisions/0016 and 0033. */
const CACHED_WORKFLOWS = 100;

/** The part of the worker that polls the engine. */
export interface EngineWorker {
  start(): void;
  isPolling(): boolean;
  stop(): Promise<void>;
}

/**
 * Reads or bundles the workflows. Once started it polls the engine, and keeps trying while that is down: the rest of the
 * worker does not depend on it.
 */
export async function prepareEngineWorker(
  env: Env,
  activities: DeliveryActivities & EmergencyActivities,
  log: Logger,
): Promise<EngineWorker> {
  Runtime.install({ shutdownSignals: [], logger: engineLogger(log) });
  const workflowBundle = existsSync(BUNDLE_PATH) ? { codePath: fileURLToPath(BUNDLE_PATH) } : await bundleWorkflows();
  let worker: Worker | null = null;
  let isStopped = false;
  let ended = Promise.resolve();
  const poll = async () => {
    while (!isStopped) {
      let connection: NativeConnection | null = null;
      try {
        connection = await connectTo(env);
        worker = await createWorker(env, { connection, workflowBundle, activities });
        log.info({ taskQueue: TASK_QUEUE }, 'polling the engine');
        if (!isStopped) await worker.run();
      } catch (error) {
        if (!isStopped) log.warn({ err: error }, 'not connected to the engine; due deliveries go out without it');
      } finally {
        worker = null;
        await connection?.close().catch(() => {});
      }
      if (!isStopped) await sleep(RECONNECT_AFTER);
    }
  };

  return {
    start() {
      ended = poll();
    },
    isPolling: () => worker?.getState() === 'RUNNING',
    async stop() {
      isStopped = true;
      if (worker?.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}

function connectTo(env: Env): Promise<NativeConnection> {
  return NativeConnection.connect({
    address: env.TEMPORAL_ADDRESS,
    tls: env.TEMPORAL_TLS || env.TEMPORAL_API_KEY !== undefined,
    ...(env.TEMPORAL_API_KEY ? { apiKey: env.TEMPORAL_API_KEY } : {}),
  });
}

function createWorker(
  env: Env,
  parts: Pick<WorkerOptions, 'connection' | 'workflowBundle' | 'activities'>,
): Promise<Worker> {
  return Worker.create({
    ...parts,
    namespace: env.TEMPORAL_NAMESPACE,
    taskQueue: TASK_QUEUE,
    maxCachedWorkflows: CACHED_WORKFLOWS,
    // Time for an activity that has called the provider to record the answer.
    shutdownGraceTime: '30 seconds',
  });
}

/** Writes the SDK's log lines into our log. */
function engineLogger(log: Logger) {
  const write = (level: 'debug' | 'warn' | 'error') => (message: string, meta?: Record<string, unknown>) =>
    log[level]({ engine: meta }, message);
  return {
    log: (_level: string, message: string) => log.debug(message),
    trace: write('debug'),
    debug: write('debug'),
    info: write('debug'),
    warn: write('warn'),
    error: write('error'),
  };
}
