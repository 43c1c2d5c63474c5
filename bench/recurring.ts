/**
 * What a worker asks Postgres again and again, and how to ask it once. docs/operations.md has a line for each
 * (tests/docs/recurring.test.ts); `npm run bench -- queries` measures them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { readSyncStandbys } from '#db/sync-standby.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteOldAccountMails } from '#services/accounts/account-mail-job.ts';
import { forgetOldDevices } from '#services/accounts/known-device.ts';
import { deleteOldChallenges } from '#services/accounts/passkey-challenges.ts';
import { deleteOldSecrets } from '#services/accounts/secrets.ts';
import { deleteOldSessions } from '#services/accounts/sessions.ts';
import { forgetErasedAccounts } from '#services/backup/erase-accounts.ts';
import { endStalledUploads } from '#services/contents/delete-files.ts';
import { upgradeFiles } from '#services/contents/upgrade-files.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { askAddresses } from '#services/deliveries/address-check.ts';
import { deliveryBacklog, purgeDeleted, repairRuns, syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { followZoneRules } from '#services/deliveries/follow-zone-rules.ts';
import { lockOverdue } from '#services/deliveries/locked.ts';
import { advanceOverdue, refreshIdleProtocols } from '#services/emergency/advance.ts';
import { deleteOldOutages, repairHeartbeat } from '#services/emergency/availability.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { moveCanary, probe, readStep } from '#services/emergency/canary.ts';
import { deleteOldContactMails } from '#services/emergency/contact-mails.ts';
import { DatabaseClock } from '#services/emergency/database-clock.ts';
import { dispatchPlans, repairProtocolRuns } from '#services/emergency/engine-runs.ts';
import { deleteOldWarningMessages } from '#services/emergency/record-warning-events.ts';
import { deleteOldRehearsals } from '#services/emergency/rehearsal-report.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import { askUnheard, fallBackUnheard } from '#services/events/unheard.ts';
import { deleteOldAnswers } from '#services/idempotency/keys.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { whatIsDue } from '#services/jobs/what-is-due.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { nudgeToRehearse } from '#services/notices/rehearsal-nudge.ts';
import { lastHour, whatWaits } from '#services/operations/gauges.ts';
import type { Engine } from '#services/ports/engine.ts';
import type { Payments } from '#services/ports/payments.ts';
import { makeDailyRoot } from '#services/record/roots.ts';
import { endAfterRelease, holdBilling } from '#services/subscription/hold-billing.ts';
import { deleteOldReceipts } from '#services/subscription/reconcile.ts';
import { compareKnown, findUnknown } from '#services/subscription/reconcile-daily.ts';

/** What the work needs. */
export interface Parts {
  fork(): EntityManager;
  keyring: Keyring;
}

/** One thing that is repeated. */
export interface Recurring {
  /** The function of services that does it. */
  name: string;
  /** The loop in worker/ that calls it; `<…>` is a part of its name. `metrics` is a scrape of a worker. */
  loop: string;
  /** How often it runs in one worker while there is nothing to do, in words. */
  every: string;
  /** Does it once; null where it asks Postgres nothing. */
  run: ((parts: Parts) => Promise<unknown>) | null;
}

// why fakes: only what Postgres is asked is measured, and the answers of an engine or a vendor change none of it.
const engine: Engine = {
  announce: async () => {},
  announceProtocol: async () => {},
  runState: async () => 'running',
  end: async () => {},
  storeId: async () => 'bench',
};
const payments = {
  setHeld: async () => {},
  findSubscription: async () => null,
  async *runningSubscriptions() {},
} as unknown as Payments;

const policy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const overdue = { overdueBy: SECOND, limit: 50, channel: 'email' } as const;
/** Newer than any version that a process has: all local times are read again. */
const NEW_RULES = '9999a';

const entry = (name: string, loop: string, every: string, run: Recurring['run']): Recurring => ({
  name,
  loop,
  every,
  run,
});

const SENDING: readonly Recurring[] = [
  entry('whatIsDue', 'due-work poller', '0.5 s', ({ fork }) => whatIsDue(fork(), ['notice', 'end-run'])),
  entry('dispatchPlans', 'dispatcher', '10 s', ({ fork }) => dispatchPlans(fork(), engine)),
  entry('syncDeliveries', 'dispatcher', '10 s', ({ fork }) => syncDeliveries(fork(), engine)),
  entry('detectNewEngineStore', 'dispatcher', '10 s', ({ fork }) => detectNewEngineStore(fork(), engine)),
  entry('runDueJobs', 'jobs: <kind>', '10 s', ({ fork }) =>
    runDueJobs(fork, 'notice', { batch: 20, lease: MINUTE, run: async () => 'done' }),
  ),
  entry('lockOverdue', 'overdue deliveries <index> by <channel>', '10 s', ({ fork }) =>
    fork().transactional((tx) => lockOverdue(tx, overdue)),
  ),
  entry('repairRuns', 'repair of runs', '1 min', ({ fork }) => repairRuns(fork(), engine)),
  entry('repairProtocolRuns', 'repair of runs', '1 min', ({ fork }) => repairProtocolRuns(fork(), engine)),
  entry('noteDelays', 'delays', '1 min', ({ fork }) => noteDelays(fork(), MINUTE)),
  entry('askUnheard', 'messages without a report', '1 min', ({ fork }) =>
    askUnheard(
      fork,
      async () => null,
      policy,
      () => {},
    ),
  ),
  entry('fallBackUnheard', 'messages without a report', '1 min', ({ fork }) => fallBackUnheard(fork(), policy)),
  entry('askAddresses', 'questions about addresses', '10 min', ({ fork }) => askAddresses(fork())),
  entry('followZoneRules', 'time zone rules', '1 h', ({ fork }) => followZoneRules(fork, NEW_RULES)),
];

const PROTOCOLS: readonly Recurring[] = [
  entry('advanceOverdue', 'overdue protocols', '1 s', ({ fork }) =>
    advanceOverdue({ fork, day: DAY }, { overdueBy: 3 * SECOND, except: [], onFailure() {} }),
  ),
  entry('DatabaseClock', 'clock of the database', '1 min', ({ fork }) => new DatabaseClock(DAY).compare(fork())),
  entry('repairHeartbeat', 'clock of the database', '1 min', ({ fork }) => repairHeartbeat(fork(), DAY)),
  entry('shiftInstants', 'clock of the database', '1 min', ({ fork }) => shiftInstants(fork())),
  entry('probe', 'probe of the check-in page', '1 min', ({ fork, keyring }) =>
    probe({
      fork,
      keyring,
      day: DAY,
      page: {
        read: () => readStep(fork()),
        press: async (_, step) => void (await moveCanary(fork(), step)),
      },
    }),
  ),
  entry('protocolBacklog', 'protocol alarms', '1 min', ({ fork }) => protocolBacklog(fork(), DAY)),
  entry('refreshIdleProtocols', 'idle protocols', '1 h', ({ fork }) => refreshIdleProtocols(fork())),
  entry('nudgeToRehearse', 'nudges to rehearse', '1 h', ({ fork }) => nudgeToRehearse(fork())),
];

const PLANS: readonly Recurring[] = [
  entry('endAfterRelease', 'plans of silent owners', '1 min', ({ fork }) => endAfterRelease({ fork })),
  entry('holdBilling', 'plans of silent owners', '1 min', ({ fork }) => holdBilling({ fork, payments })),
  entry('compareKnown', 'comparing plans with the payment provider', '1 min', ({ fork }) =>
    compareKnown({ fork, payments }),
  ),
  entry('findUnknown', 'comparing plans with the payment provider', '1 min', ({ fork }) =>
    findUnknown({ fork, payments }),
  ),
  entry('deleteOldReceipts', 'old webhook receipts', '1 min', ({ fork }) => deleteOldReceipts(fork())),
  entry('checkPrices', 'prices', '1 h', null),
];

const REMOVAL: readonly Recurring[] = [
  entry('purgeDeleted', 'deleted deliveries', '1 min', ({ fork }) => purgeDeleted(fork())),
  entry('endStalledUploads', 'stalled uploads', '10 s', ({ fork }) => endStalledUploads(fork())),
  entry('deleteOldAnswers', 'expired idempotency keys', '1 min', ({ fork }) => deleteOldAnswers(fork())),
  entry('deleteOldSessions', 'expired sessions, secrets and mails', '1 min', ({ fork }) => deleteOldSessions(fork())),
  entry('forgetOldDevices', 'expired sessions, secrets and mails', '1 min', ({ fork }) => forgetOldDevices(fork())),
  entry('deleteOldSecrets', 'expired sessions, secrets and mails', '1 min', ({ fork }) => deleteOldSecrets(fork())),
  entry('deleteOldChallenges', 'expired sessions, secrets and mails', '1 min', ({ fork }) =>
    deleteOldChallenges(fork()),
  ),
  entry('deleteOldAccountMails', 'expired sessions, secrets and mails', '1 min', ({ fork }) =>
    deleteOldAccountMails(fork()),
  ),
  entry('deleteOldContactMails', 'expired sessions, secrets and mails', '1 min', ({ fork }) =>
    deleteOldContactMails(fork()),
  ),
  entry('deleteOldWarningMessages', 'expired sessions, secrets and mails', '1 min', ({ fork }) =>
    deleteOldWarningMessages(fork()),
  ),
  entry('deleteOldRehearsals', 'expired sessions, secrets and mails', '1 min', ({ fork }) =>
    deleteOldRehearsals(fork()),
  ),
  entry('deleteOldOutages', 'old outages', '1 min', ({ fork }) => deleteOldOutages(fork())),
  entry('forgetErasedAccounts', 'accounts deleted long ago', '1 h', ({ fork }) => forgetErasedAccounts(fork())),
  entry('makeDailyRoot', 'daily root of the record', '10 min', ({ fork }) => makeDailyRoot(fork(), false)),
  entry('upgradeFiles', 'files of older versions', '10 min', ({ fork, keyring }) =>
    upgradeFiles({ em: fork(), keyring }, null),
  ),
];

const WATCHING: readonly Recurring[] = [
  entry('readSyncStandbys', 'synchronous standby', '1 min', ({ fork }) => readSyncStandbys(fork())),
  entry('deliveryBacklog', 'metrics', 'scrape', ({ fork }) => deliveryBacklog(fork())),
  entry('protocolBacklog', 'metrics', 'scrape', ({ fork }) => protocolBacklog(fork(), DAY)),
  entry('lastHour', 'metrics', 'scrape', ({ fork }) => lastHour(fork())),
  entry('whatWaits', 'metrics', 'scrape', ({ fork }) => whatWaits(fork())),
];

export const RECURRING: readonly Recurring[] = [...SENDING, ...PROTOCOLS, ...PLANS, ...REMOVAL, ...WATCHING];
