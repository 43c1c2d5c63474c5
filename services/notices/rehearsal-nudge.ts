/** Once a year, owners whose protocol runs are asked to rehearse. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { YEAR } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, enqueue, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { retryDelay, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import { rehearsalNudge } from '#services/mails/rehearsal.ts';
import { unsubscribeSecret } from './mail-choices.ts';

const BATCH = 200;

/**
 * Queues the mail for owners whose account is a year old, whose protocol runs quietly, and who neither rehearsed nor were
 * asked within a year.
 * @returns whether there may be more
 */
export async function nudgeToRehearse(em: EntityManager): Promise<boolean> {
  return em.transactional(async (tx) => {
    const nudged = await lockUnrehearsed(tx);
    if (nudged.length === 0) return false;
    await query(tx)
      .insertInto('rehearsal_nudges')
      .columns(['owner_id', 'nudged_at'])
      .expression(({ selectFrom }) =>
        selectFrom('users')
          .select(['id as owner_id', NOW.as('nudged_at')])
          .where('id', '=', anyOf(nudged.map(({ id }) => id))),
      )
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ nudged_at: NOW }))
      .execute();
    await enqueue(tx, 'rehearsal-nudge', nudged);
    return nudged.length === BATCH;
  });
}

/** Owners that another worker has locked are left to it. */
function lockUnrehearsed(tx: EntityManager): Promise<{ id: string }[]> {
  return query(tx)
    .selectFrom('users as u')
    .innerJoin('emergency_protocols as p', 'p.owner_id', 'u.id')
    .select('u.id')
    .where('p.is_active', '=', true)
    .where('p.is_blocked', '=', false)
    .where('p.stage', '=', 'armed')
    .where('u.wants_rehearsal', '=', true)
    .where('u.created_at', '<', ago(YEAR))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rehearsal_nudges as n')
            .select('n.owner_id')
            .whereRef('n.owner_id', '=', 'u.id')
            .where('n.nudged_at', '>', ago(YEAR)),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rehearsals as r')
            .select('r.id')
            .whereRef('r.owner_id', '=', 'u.id')
            .where('r.created_at', '>', ago(YEAR)),
        ),
      ),
    )
    .limit(BATCH)
    .forNoKeyUpdate('u')
    .skipLocked()
    .execute();
}

/** What the nudge needs. */
type NudgeDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/** Mails the nudges. At least once: a second copy does no harm. */
export function rehearsalNudgeJob(deps: NudgeDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailNudge(deps, job) };
}

async function mailNudge({ fork, keyring, email, policy, appOrigin }: NudgeDeps, job: ClaimedJob): Promise<JobOutcome> {
  const owner = await query(fork())
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', job.subject)
    .where('wants_rehearsal', '=', true)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!owner) return 'done';
  const answer = await email.send({
    to: { email: owner.email, name: null },
    ...rehearsalNudge(owner.name, `${appOrigin}${throughSignIn('/emergency/rehearsal')}`),
    unsubscribe: `${appOrigin}/unsubscribe/${unsubscribeSecret(keyring, owner.id, 'rehearsal')}`,
    reference: { rehearsal_nudge_of: owner.id },
  });
  const againIn = retryDelay(TO_ACCOUNTS, answer, job, policy.minute);
  return againIn === null ? 'done' : { againIn };
}
