import { defineEntity, p } from '@mikro-orm/core';

/** What a worker does in the background; worker/jobs.ts has the handler of each. */
export type JobKind =
  | 'account-mail'
  /** A release was refused for good: perhaps its contact has a second address. */
  | 'alternate-address'
  | 'billing-mail'
  | 'contact-mail'
  /** Asks an owner once a year whether their contacts' addresses are still right. */
  | 'contacts-check'
  /** Tells one contact that a hold began, or ended. The subject is the hold. */
  | 'duress-began'
  | 'duress-ended'
  /** Ends a hold when its days are over. */
  | 'duress-end'
  /** Mails an owner a test of a delivery that waits. */
  | 'delivery-test'
  | 'emergency-mail'
  /** A message to a program of an owner. */
  | 'webhook'
  /** A warning, a test or a code to one of an owner's other channels. */
  | 'warning-message'
  | 'rehearsal-message'
  /** Asks an owner to rehearse; the subject is the owner. */
  | 'rehearsal-nudge'
  | 'notice'
  /** Mails a recipient the link again, when they asked for it. */
  | 'recipient-reminder'
  /** A notice of an opening: as a `notice`, a worker of the version before would drop it. */
  | 'opened-mail'
  | 'report'
  /** Mails a daily root of the record to the operators' archive. */
  | 'record-root'
  | 'thumbnail'
  /** A picture that few browsers show, as JPEG. */
  | 'jpeg-copy'
  | 'delete-object'
  /** A day later: a process that was frozen meanwhile may have finished its upload. */
  | 'delete-object-again'
  | 'end-run'
  | 'cancel-subscription';

export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  properties: {
    kind: p.text().primary().$type<JobKind>(),
    /** Id of what it is about: of a row, an object, a run or a subscription. One job of a kind for each. */
    subject: p.text().primary(),
    /** When it is due; while a worker has it, when its lease ends. */
    runAt: p.datetime().defaultRaw('now()'),
    /** How often a worker claimed it. */
    tries: p.integer().default(0),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
/** Work for a worker, added in the transaction that it follows from. */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);
