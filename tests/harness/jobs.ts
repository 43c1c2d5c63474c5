/** One round of the worker for one kind of job. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type AccountMailDeps, accountMailJob } from '#services/accounts/account-mail-job.ts';
import { deleteObjectAgainJob, deleteObjectJob } from '#services/contents/delete-files.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type EmergencyMailDeps, emergencyMailJob } from '#services/emergency/emergency-mail-job.ts';
import { endRunJob } from '#services/engine/end-run-job.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { noticeJob } from '#services/notices/notice-job.ts';
import { type ReportDeps, reportJob } from '#services/reports/report-job.ts';
import { type BillingMailDeps, billingMailJob } from '#services/subscription/billing-mail-job.ts';
import { cancelSubscriptionJob } from '#services/subscription/cancel-subscription-job.ts';
import { type Made, type ThumbnailDeps, thumbnailJob } from '#services/thumbnails/thumbnail-job.ts';

/** Each returns how many were claimed. */
export const sendDueNotices = async (deps: DeliveryDeps) =>
  (await runDueJobs(deps.fork, 'notice', noticeJob(deps))) +
  (await runDueJobs(deps.fork, 'opened-mail', noticeJob(deps)));
export const sendDueAccountMails = (deps: AccountMailDeps) =>
  runDueJobs(deps.fork, 'account-mail', accountMailJob(deps));
export const sendDueEmergencyMails = (deps: EmergencyMailDeps) =>
  runDueJobs(deps.fork, 'emergency-mail', emergencyMailJob(deps));
export const sendDueBillingMails = (deps: BillingMailDeps) =>
  runDueJobs(deps.fork, 'billing-mail', billingMailJob(deps));
export const sendDueReports = (deps: ReportDeps) => runDueJobs(deps.fork, 'report', reportJob(deps));
export const endDueRun = (em: EntityManager, engine: Parameters<typeof endRunJob>[0]) =>
  runDueJobs(() => em, 'end-run', endRunJob(engine));
export const cancelDueSubscription = (em: EntityManager, payments: Parameters<typeof cancelSubscriptionJob>[0]) =>
  runDueJobs(() => em, 'cancel-subscription', cancelSubscriptionJob(payments));

/** Runs the first deletion and the one a day later. @returns how many of one batch were claimed */
export async function deleteDueObjects(
  em: EntityManager,
  objects: Parameters<typeof deleteObjectAgainJob>[0],
): Promise<number> {
  const fork = () => em;
  const first = await runDueJobs(fork, 'delete-object', deleteObjectJob(fork, objects));
  return first + (await runDueJobs(fork, 'delete-object-again', deleteObjectAgainJob(objects)));
}

/** @returns the outcome of the thumbnail that waited longest; null when none was due */
export async function makeDueThumbnail(deps: Omit<ThumbnailDeps, 'onMade'>): Promise<Made | null> {
  let made: Made | null = null;
  const onMade = (one: Made) => {
    made = one;
  };
  await runDueJobs(deps.fork, 'thumbnail', thumbnailJob({ ...deps, onMade }));
  return made;
}
