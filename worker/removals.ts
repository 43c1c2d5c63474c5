import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteOldAccountMails } from '#services/accounts/account-mail-job.ts';
import { forgetOldDevices } from '#services/accounts/known-device.ts';
import { deleteOldChallenges } from '#services/accounts/passkey-challenges.ts';
import { deleteOldSecrets } from '#services/accounts/secrets.ts';
import { deleteOldSessions } from '#services/accounts/sessions.ts';
import { forgetErasedAccounts } from '#services/backup/erase-accounts.ts';
import { endStalledUploads } from '#services/contents/delete-files.ts';
import { deleteOldOutages } from '#services/emergency/availability.ts';
import { deleteOldContactMails } from '#services/emergency/contact-mails.ts';
import { deleteOldWarningMessages } from '#services/emergency/record-warning-events.ts';
import { deleteOldRehearsals } from '#services/emergency/rehearsal-report.ts';
import { deleteOldAnswers } from '#services/idempotency/keys.ts';
import { type Loop, startLoop } from './loop.ts';

interface RemovalDeps {
  fork(): EntityManager;
  /** Whether the database's clock is in doubt. */
  isClockHeld(): Promise<boolean>;
  log: Logger;
}

/**
 * Deletes what has expired, but not while the database's clock is in doubt: a clock that jumped ahead by a month would end
 * every session for good.
 */
export function startRemovals({ fork, isClockHeld, log }: RemovalDeps): Loop[] {
  const unlessHeld = (remove: (em: EntityManager) => Promise<boolean>) => async () =>
    (await isClockHeld()) ? false : remove(fork());
  return [
    startLoop('stalled uploads', log, 10 * SECOND, async () => {
      const swept = await endStalledUploads(fork());
      if (swept > 0) log.warn({ uploads: swept }, 'stalled uploads were removed and their storage released');
      return false;
    }),
    startLoop('expired idempotency keys', log, MINUTE, unlessHeld(deleteOldAnswers)),
    startLoop('expired sessions, secrets and mails', log, MINUTE, unlessHeld(deleteExpired)),
    startLoop('old outages', log, MINUTE, unlessHeld(deleteOldOutages)),
    startLoop('accounts deleted long ago', log, HOUR, unlessHeld(forgetErasedAccounts)),
  ];
}

/** @returns whether there may be more */
async function deleteExpired(em: EntityManager): Promise<boolean> {
  const haveMore = [
    await deleteOldSessions(em),
    await forgetOldDevices(em),
    await deleteOldSecrets(em),
    await deleteOldChallenges(em),
    await deleteOldAccountMails(em),
    await deleteOldContactMails(em),
    await deleteOldWarningMessages(em),
    await deleteOldRehearsals(em),
  ];
  return haveMore.includes(true);
}
