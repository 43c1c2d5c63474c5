import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { changeDuress } from '#services/accounts/duress.ts';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { duressEndJob } from '#services/emergency/duress-hold.ts';
import { duressMailJob } from '#services/emergency/duress-mail-job.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage, EmailSender } from '#services/ports/senders.ts';

/** Of every test account. */
export const OWN_PASSWORD = 'stillhere';
export const DURESS_PASSWORD = 'three blue herons';

/** Sets the duress password of an account. */
export function setDuress(context: Context, ownerId: string, contact: string, days = 90): Promise<void> {
  const proof = { current_password: OWN_PASSWORD, new_password: DURESS_PASSWORD };
  return changeDuress(context, ownerId, { intent: 'save', ...proof, contact, days });
}

/** Does what workers do about holds. @returns the mails to contacts, the first first */
export async function duressRound(
  fork: () => EntityManager,
  keyring: Keyring,
  answer: Awaited<ReturnType<EmailSender['send']>> = { kind: 'accepted', messageId: 'm1' },
): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  const job = duressMailJob({
    ...{ fork, keyring, appOrigin: 'https://stillhere.example', day: DAY },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
    // why: mails reach people, and the test chooses what their provider answers.
    email: {
      async send(message) {
        sent.push(message);
        return answer;
      },
    },
  });
  await runDueJobs(fork, 'duress-end', duressEndJob({ fork, day: DAY }));
  await runDueJobs(fork, 'duress-began', job);
  await runDueJobs(fork, 'duress-ended', job);
  return sent;
}
