/** The yearly nudge to rehearse. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { startRehearsal } from '#services/emergency/start-rehearsal.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { changeMailChoices, unsubscribe } from '#services/notices/mail-choices.ts';
import { nudgeToRehearse, rehearsalNudgeJob } from '#services/notices/rehearsal-nudge.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());
// Each test has its own owners.
beforeEach(() => years.query('update users set wants_rehearsal = false'));

/** Looks for owners to nudge, and sends what waits. */
async function round(): Promise<EmailMessage[]> {
  await nudgeToRehearse(years.fork());
  const sent: EmailMessage[] = [];
  const job = rehearsalNudgeJob({
    fork: years.fork,
    keyring: years.stage.keyring,
    // why: mails reach people.
    email: {
      async send(message) {
        sent.push(message);
        return { kind: 'accepted', messageId: 'm1' };
      },
    },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
  });
  await runDueJobs(years.fork, 'rehearsal-nudge', job);
  return sent;
}

/** An owner whose account is older than a year, and whose protocol runs. */
async function longStanding() {
  const helena = await years.armed();
  await years.query("update users set created_at = now() - interval '366 days' where id = ?", [helena.id]);
  return helena;
}
const aYearLater = (id: string) =>
  years.query("update rehearsal_nudges set nudged_at = nudged_at - interval '366 days' where owner_id = ?", [id]);

test('goes once a year to an owner whose protocol runs', async () => {
  const helena = await longStanding();
  await years.armed();
  const [mail, ...others] = await round();
  expect([mail?.to.email, others]).toEqual([helena.email, []]);
  expect(mail?.text).toContain('%2Femergency%2Frehearsal');
  expect(await round(), 'not again').toEqual([]);
  await aYearLater(helena.id);
  expect(await round()).toHaveLength(1);
});

test('does not go to who rehearsed within the year, whose protocol does not run, or who is silent', async () => {
  const [rehearsed, off, silent] = [await longStanding(), await longStanding(), await longStanding()];
  await startRehearsal(years.context(), rehearsed.id, {});
  await years.query('update emergency_protocols set is_active = false where owner_id = ?', [off.id]);
  await years.query("update emergency_protocols set stage = 'reminding' where owner_id = ?", [silent.id]);
  expect(await round()).toEqual([]);
});

test('can be turned off: in the profile, and by the "unsubscribe" of a mail program', async () => {
  const [helena, nora] = [await longStanding(), await longStanding()];
  await changeMailChoices(years.context(), helena.id, { rehearsal: false });
  const [mail, ...others] = await round();
  expect([mail?.to.email, others]).toEqual([nora.email, []]);
  const secret = mail?.unsubscribe?.split('/').at(-1) ?? '';
  expect(await unsubscribe(years.context(), secret)).toEqual({ mail: 'rehearsal', isWanted: false });
  await aYearLater(nora.id);
  expect(await round()).toEqual([]);
});
