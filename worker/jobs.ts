import type { Logger } from '#config/log.ts';
import type { JobKind } from '#db/entities/jobs.ts';
import { accountMailJob } from '#services/accounts/account-mail-job.ts';
import { deleteObjectAgainJob, deleteObjectJob } from '#services/contents/sweep-files.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { emergencyMailJob } from '#services/emergency/emergency-mail-job.ts';
import { endRunJob } from '#services/engine/end-run-job.ts';
import { type JobHandler, runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { noticeJob } from '#services/notices/notice-job.ts';
import type { Engine } from '#services/ports/engine.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Payments } from '#services/ports/payments.ts';
import { reportJob } from '#services/reports/report-job.ts';
import { billingMailJob } from '#services/subscription/billing-mail-job.ts';
import { cancelSubscriptionJob } from '#services/subscription/cancel-subscription-job.ts';
import { type Made, thumbnailJob } from '#services/thumbnails/thumbnail-job.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** What the handlers of jobs work with. */
export interface JobParts {
  postman: DeliveryDeps;
  engine: Engine;
  objects: ObjectStore;
  /** Null where no payment provider is set up. */
  payments: Payments | null;
  /** The address that reports go to. */
  operators: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  log: Logger;
  metrics: Metrics;
}

/** The handler of each kind of job, with its batch, its lease and its retry rule; null where this worker has none. */
const JOBS: Record<JobKind, (parts: JobParts, stopped: AbortSignal) => JobHandler | null> = {
  'account-mail': ({ postman }) => accountMailJob(postman),
  'billing-mail': ({ postman, payments }) => payments && billingMailJob(postman),
  'cancel-subscription': ({ payments }) => payments && cancelSubscriptionJob(payments),
  'delete-object': ({ postman, objects }) => deleteObjectJob(postman.fork, objects),
  'delete-object-again': ({ objects }) => deleteObjectAgainJob(objects),
  'emergency-mail': ({ postman, day, log }) =>
    emergencyMailJob({
      ...postman,
      day,
      onRefused: ({ reason, ...refused }) =>
        log.warn({ ...refused, err: new Error(reason) }, 'a mail of an emergency protocol was not taken'),
    }),
  'end-run': ({ engine }) => endRunJob(engine),
  notice: ({ postman }) => noticeJob(postman),
  report: ({ postman, operators }) => reportJob({ ...postman, operators }),
  thumbnail: ({ postman: { fork, keyring }, objects, log, metrics }, signal) =>
    thumbnailJob({
      fork,
      keyring,
      objects,
      draw: drawApart({ signal }),
      onMade: (made) => noteMade(made, log, metrics),
    }),
};

/** Does the jobs of each kind in loops of their own, so that one that fails, or takes long, holds up no other kind. */
export function startJobs(parts: JobParts): Loop[] {
  const stopped = new AbortController();
  return Object.entries(JOBS).flatMap(([name, handlerOf]) => {
    const kind = name as JobKind;
    const handler = handlerOf(parts, stopped.signal);
    if (!handler) return [];
    const round = async () => {
      const claimed = await runDueJobs(parts.postman.fork, kind, handler).catch((error: unknown) => {
        // A drawing that we stopped ourselves.
        if (stopped.signal.aborted) return 0;
        throw error;
      });
      return claimed === handler.batch;
    };
    return Array.from({ length: handler.lanes ?? 1 }, () => {
      const loop = startLoop(`jobs: ${kind}`, parts.log, { due: kind }, round);
      return {
        ...loop,
        stop() {
          // What is being drawn is drawn again after the start: a worker that stops waits for no film.
          stopped.abort();
          return loop.stop();
        },
      };
    });
  });
}

function noteMade(made: Made, log: Logger, metrics: Metrics): void {
  metrics.thumbnails.inc({ outcome: made.outcome });
  if (made.outcome === 'broken-seal') log.error(made, 'ALARM: what is stored is not what was sealed');
  else if (made.outcome === 'failed' || made.outcome === 'later') log.warn(made, 'a thumbnail was not made');
}
