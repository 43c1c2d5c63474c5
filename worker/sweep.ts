import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteOldSecrets } from '#services/accounts/secrets.ts';
import { deleteOldSessions } from '#services/accounts/sessions.ts';
import { keyFileHashes } from '#services/contents/key-file-hashes.ts';
import { removeDoomed, sweepUploads } from '#services/contents/sweep-files.ts';
import { askAddresses } from '#services/deliveries/address-check.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { purgeDeleted, repairRuns } from '#services/deliveries/engine-sync.ts';
import { followZoneRules } from '#services/deliveries/follow-zone-rules.ts';
import { askUnheard, fallBackUnheard } from '#services/deliveries/unheard.ts';
import { sweepOutages } from '#services/emergency/availability.ts';
import { repairProtocolRuns } from '#services/emergency/engine-runs.ts';
import { endDoomedRun } from '#services/engine/end-doomed-run.ts';
import { deleteOldAnswers } from '#services/idempotency/keys.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { sendDueAccountMails, sweepAccountMails } from '#services/notices/send-due-account-mails.ts';
import { sendDueNotices } from '#services/notices/send-due-notices.ts';
import type { Engine } from '#services/ports/engine.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Payments } from '#services/ports/payments.ts';
import type { AskStatus } from '#services/ports/senders.ts';
import { sendDueReports } from '#services/reports/send-due-reports.ts';
import { cancelDoomed } from '#services/subscription/cancel-doomed.ts';
import { logFailure } from './delivery-log.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** What the sweep works with. */
export interface SweepParts {
  fork(): EntityManager;
  engine: Engine;
  postman: DeliveryDeps;
  objects: ObjectStore;
  /** Null where neither WhatsApp nor SMS is set up. */
  askStatus: AskStatus | null;
  /** Null where nobody can pay. */
  payments: Payments | null;
  /** Where reports go. */
  operators: string;
  /** Which version of the rules of time zones this process knows. */
  zoneRules: string;
  log: Logger;
  metrics: Metrics;
}

/** Repairs, and what waits in queues; each on its own loop, so that an engine that is down holds up nothing else. */
export function startSweep(parts: SweepParts): Loop[] {
  return [
    startRepair(parts),
    startKeying(parts),
    ...startDeliveries(parts),
    ...startRemoval(parts),
    ...startQueues(parts),
  ];
}

function startRepair({ fork, engine, log, metrics }: SweepParts): Loop {
  return startLoop('repair of runs', log, MINUTE, async () => {
    const deliveries = await repairRuns(fork(), engine);
    const protocols = await repairProtocolRuns(fork(), engine);
    if (deliveries + protocols > 0) {
      metrics.runsRepaired.inc(deliveries + protocols);
      log.warn({ deliveries, protocols }, 'runs were missing and are started again');
    }
    return false;
  });
}

/** What the version before this one writes: also while it runs beside this one, and in a backup of it. */
function startKeying({ fork, postman, log }: SweepParts): Loop {
  let after: string | null = null;
  return startLoop('plain hashes of files', log, 10 * MINUTE, async () => {
    const { keyed, broken, next } = await keyFileHashes({ em: fork(), keyring: postman.keyring }, after);
    if (keyed > 0) log.info({ files: keyed }, 'plain hashes of files were replaced by keyed ones');
    if (broken.length > 0) log.error({ files: broken }, 'plain hashes stay: the keys of their owners do not open');
    after = next;
    return next !== null;
  });
}

/** What becomes of deliveries with time, beside being sent. */
function startDeliveries({ fork, postman, askStatus, zoneRules, log }: SweepParts): Loop[] {
  return [
    startLoop('delays and deletions', log, postman.policy.minute, async () => {
      await noteDelays(fork(), postman.policy.minute);
      await purgeDeleted(fork());
      return false;
    }),
    startLoop('messages of which nothing is heard', log, postman.policy.minute, async () => {
      if (askStatus) await askUnheard(fork, askStatus, postman.policy, (line) => logFailure(log, line));
      return (await fallBackUnheard(fork(), postman.policy)) > 0;
    }),
    startLoop('addresses of far dates', log, 10 * MINUTE, async () => (await askAddresses(fork())) > 0),
    startLoop('rules of time zones', log, HOUR, async () => {
      const moved = await followZoneRules(fork, zoneRules);
      if (moved > 0) log.info({ deliveries: moved, zoneRules }, 'time zones have other rules, and deliveries moved');
      return false;
    }),
  ];
}

/** What is over, and takes up room. */
function startRemoval({ fork, log }: SweepParts): Loop[] {
  return [
    startLoop('uploads that stand still', log, 10 * SECOND, async () => {
      const swept = await sweepUploads(fork());
      if (swept > 0) log.warn({ uploads: swept }, 'uploads stood still and were ended; their room is free again');
      return false;
    }),
    startLoop('answers that nobody asks for again', log, MINUTE, async () => {
      await deleteOldAnswers(fork());
      return false;
    }),
    startLoop('sessions, secrets and mails that are over', log, MINUTE, async () => {
      await deleteOldSessions(fork());
      await deleteOldSecrets(fork());
      await sweepAccountMails(fork());
      return false;
    }),
    startLoop('outages that shift nothing any more', log, MINUTE, async () => {
      await sweepOutages(fork());
      return false;
    }),
  ];
}

/** What a transaction has left to be done outside of the database. */
function startQueues({ fork, engine, postman, objects, payments, operators, log }: SweepParts): Loop[] {
  return [
    startLoop('runs of accounts that are gone', log, { due: 'doomed_runs' }, () => endDoomedRun(fork(), engine)),
    ...(payments
      ? [
          startLoop('subscriptions that nobody has here', log, { due: 'doomed_subscriptions' }, () =>
            cancelDoomed(fork(), payments),
          ),
        ]
      : []),
    startLoop('objects that nothing refers to', log, { due: 'doomed_objects' }, () => removeDoomed(fork(), objects)),
    startLoop('notices to owners', log, { due: 'notices' }, async () => (await sendDueNotices(postman)) > 0),
    startLoop(
      'mails about accounts',
      log,
      { due: 'account_mails' },
      async () => (await sendDueAccountMails(postman)) > 0,
    ),
    startLoop(
      'reports to operators',
      log,
      { due: 'reports' },
      async () => (await sendDueReports({ ...postman, operators })) > 0,
    ),
  ];
}
