import type { Logger } from '#config/log.ts';
import type { JobKind } from '#db/entities/jobs.ts';
import { accountMailJob } from '#services/accounts/account-mail-job.ts';
import { webhookJob } from '#services/accounts/webhook-job.ts';
import { deleteObjectAgainJob, deleteObjectJob } from '#services/contents/delete-files.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { alternateAddressJob } from '#services/emergency/alternate-address-job.ts';
import { contactMailJob } from '#services/emergency/contact-mail-job.ts';
import { duressEndJob } from '#services/emergency/duress-hold.ts';
import { duressMailJob } from '#services/emergency/duress-mail-job.ts';
import { emergencyMailJob } from '#services/emergency/emergency-mail-job.ts';
import { rehearsalMessageJob } from '#services/emergency/rehearsal-message-job.ts';
import { warningMessageJob } from '#services/emergency/warning-message-job.ts';
import { endRunJob } from '#services/engine/end-run-job.ts';
import { type JobHandler, runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { contactsCheckJob } from '#services/notices/contacts-check-job.ts';
import { noticeJob } from '#services/notices/notice-job.ts';
import { rehearsalNudgeJob } from '#services/notices/rehearsal-nudge.ts';
import type { Engine } from '#services/ports/engine.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Payments } from '#services/ports/payments.ts';
import type { WarningPhones } from '#services/ports/senders.ts';
import type { WebhookSender } from '#services/ports/webhooks.ts';
import { deliveryTestJob } from '#services/recipients/delivery-test-job.ts';
import { recipientReminderJob } from '#services/recipients/remind.ts';
import { rootMailJob } from '#services/record/roots.ts';
import { reportJob } from '#services/reports/report-job.ts';
import { billingMailJob } from '#services/subscription/billing-mail-job.ts';
import { cancelSubscriptionJob } from '#services/subscription/cancel-subscription-job.ts';
import { jpegCopyJob } from '#services/thumbnails/jpeg-copy-job.ts';
import { type Made, thumbnailJob } from '#services/thumbnails/thumbnail-job.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

export interface JobDeps {
  deliveryDeps: DeliveryDeps;
  engine: Engine;
  objects: ObjectStore;
  /** By which owners' phones are warned. */
  phones: WarningPhones;
  /** Calls owners' programs. */
  webhooks: WebhookSender;
  /** Null where no payment provider is set up. */
  payments: Payments | null;
  /** The socket of the decoder service; undefined where it is not set up. */
  decoder: string | undefined;
  /** The address that reports go to. */
  operators: string;
  /** The address that daily roots go to; undefined for none. */
  archive: string | undefined;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  log: Logger;
  metrics: Metrics;
}

/** The handler of each kind of job, with its batch, its lease and its retry rule; null where the job is not set up. */
const JOBS: Record<JobKind, (deps: JobDeps, stopped: AbortSignal) => JobHandler | null> = {
  'account-mail': ({ deliveryDeps }) => accountMailJob(deliveryDeps),
  'alternate-address': ({ deliveryDeps }) => alternateAddressJob(deliveryDeps),
  'billing-mail': ({ deliveryDeps, payments }) => payments && billingMailJob(deliveryDeps),
  'cancel-subscription': ({ payments }) => payments && cancelSubscriptionJob(payments),
  'contact-mail': ({ deliveryDeps }) => contactMailJob(deliveryDeps),
  'contacts-check': ({ deliveryDeps }) => contactsCheckJob(deliveryDeps),
  'delete-object': ({ deliveryDeps, objects }) => deleteObjectJob(deliveryDeps.fork, objects),
  'delete-object-again': ({ objects }) => deleteObjectAgainJob(objects),
  'duress-began': ({ deliveryDeps, day }) => duressMailJob({ ...deliveryDeps, day }),
  'duress-ended': ({ deliveryDeps, day }) => duressMailJob({ ...deliveryDeps, day }),
  'duress-end': ({ deliveryDeps: { fork }, day }) => duressEndJob({ fork, day }),
  'delivery-test': ({ deliveryDeps }) => deliveryTestJob(deliveryDeps),
  'emergency-mail': ({ deliveryDeps, day, log }) =>
    emergencyMailJob({
      ...deliveryDeps,
      day,
      onRefused: ({ reason, ...refused }) =>
        log.warn({ ...refused, err: new Error(reason) }, 'a mail of an emergency protocol was not taken'),
    }),
  'warning-message': ({ deliveryDeps, phones, day, log }) =>
    warningMessageJob({
      ...deliveryDeps,
      phones,
      day,
      onRefused: ({ reason, ...refused }) =>
        log.warn({ ...refused, err: new Error(reason) }, 'a message to an owner was not taken'),
    }),
  'end-run': ({ engine }) => endRunJob(engine),
  notice: ({ deliveryDeps }) => noticeJob(deliveryDeps),
  'opened-mail': ({ deliveryDeps }) => noticeJob(deliveryDeps),
  'jpeg-copy': ({ deliveryDeps: { fork, keyring }, objects, decoder, log, metrics }, signal) =>
    jpegCopyJob({
      fork,
      keyring,
      objects,
      draw: drawApart({ socket: decoder, signal }),
      onMade: (made) => recordThumbnail(made, log, metrics),
    }),
  'recipient-reminder': ({ deliveryDeps }) => recipientReminderJob(deliveryDeps),
  'record-root': ({ deliveryDeps, archive }) => (archive ? rootMailJob({ ...deliveryDeps, archive }) : null),
  'rehearsal-message': ({ deliveryDeps }) => rehearsalMessageJob(deliveryDeps),
  'rehearsal-nudge': ({ deliveryDeps }) => rehearsalNudgeJob(deliveryDeps),
  report: ({ deliveryDeps, operators }) => reportJob({ ...deliveryDeps, operators }),
  thumbnail: ({ deliveryDeps: { fork, keyring }, objects, decoder, log, metrics }, signal) =>
    thumbnailJob({
      fork,
      keyring,
      objects,
      draw: drawApart({ socket: decoder, signal }),
      onMade: (made) => recordThumbnail(made, log, metrics),
    }),
  webhook: ({ deliveryDeps, webhooks }) => webhookJob({ ...deliveryDeps, webhooks }),
};

/** Runs the jobs of each kind in loops of their own: a kind that fails or is slow must not delay the others. */
export function startJobs(deps: JobDeps): Loop[] {
  const stopped = new AbortController();
  return Object.entries(JOBS).flatMap(([name, handlerOf]) => {
    const kind = name as JobKind;
    const handler = handlerOf(deps, stopped.signal);
    if (!handler) return [];
    const round = async () => {
      const claimed = await runDueJobs(deps.deliveryDeps.fork, kind, handler).catch((error: unknown) => {
        // A thumbnail that we aborted ourselves.
        if (stopped.signal.aborted) return 0;
        throw error;
      });
      return claimed === handler.batch;
    };
    return Array.from({ length: handler.lanes ?? 1 }, () => {
      const loop = startLoop(`jobs: ${kind}`, deps.log, { due: kind }, round);
      return {
        ...loop,
        stop() {
          // The thumbnail is drawn after the restart: a worker that stops does not wait for a video.
          stopped.abort();
          return loop.stop();
        },
      };
    });
  });
}

function recordThumbnail(made: Made, log: Logger, metrics: Metrics): void {
  metrics.thumbnails.inc({ outcome: made.outcome });
  if (made.outcome === 'broken-seal') log.error(made, 'ALARM: a stored object does not match its seal');
  else if (made.outcome === 'failed' || made.outcome === 'later') log.warn(made, 'a thumbnail was not made');
}
