/** Reports of mails of protocols that arrive late, and an address that is confirmed late. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { confirmAddress } from '#services/accounts/email-address.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createPerson } from '#tests/harness/person.ts';
import { createSilentOwners, type SilentOwners } from '#tests/harness/silent-owners.ts';

let owners: SilentOwners;
beforeAll(async () => {
  owners = await createSilentOwners();
});
afterAll(() => owners?.close());
beforeEach(async () => {
  await owners.query("update emergency_mails set state = 'withdrawn' where state = 'waiting'");
  await beat(owners.fork(), DAY);
});

describe('a late report of the provider', () => {
  const MEANINGS = [
    { kind: 'accepted' },
    { kind: 'noted' },
    { kind: 'deferred' },
    { kind: 'delivered' },
    { kind: 'failed', failure: 'bounced' },
  ] as const;
  const event = (mailId: string, meaning: (typeof MEANINGS)[number]) => ({
    eventId: randomUUID(),
    attemptId: null,
    mailId,
    messageId: 'm1',
    name: meaning.kind,
    event: meaning,
    occurredAt: new Date(),
  });
  const report = (events: ReturnType<typeof event>[]) =>
    recordProviderEvents({ em: owners.fork() }, 'sendgrid', events);
  const warningOf = async (ownerId: string) => (await owners.mailsOf(ownerId)).at(-1)?.id ?? '';

  it('settles a warning with an unknown outcome', async () => {
    const helena = await owners.silent();
    await owners.send({ kind: 'unknown', reason: 'ECONNRESET' });
    await report([event(await warningOf(helena.id), { kind: 'delivered' })]);
    expect(await owners.mailsOf(helena.id)).toMatchObject([{ state: 'accepted', wait: null }]);
    expect((await owners.planOf(helena.id)).wait).toBeGreaterThan(5 * HOUR);
  });

  it('has the same result in any order, alone or together: a bounce is final', async () => {
    const helena = await owners.silent();
    const mailId = await warningOf(helena.id);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        fc.boolean(),
        async (order, together) => {
          await owners.query("update emergency_mails set state = 'waiting', settled_at = null where id = ?", [mailId]);
          const events = order.map((index) => event(mailId, MEANINGS[index] ?? MEANINGS[0]));
          if (together) await report(events);
          else for (const one of events) await report([one]);
          expect(await owners.mailsOf(helena.id)).toMatchObject([{ state: 'bounced', wait: null }]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('starts the longer clock when the urgent warning bounces', async () => {
    const helena = await owners.missed();
    await owners.send();
    expect((await owners.planOf(helena.id)).wait).toBeLessThan(3 * DAY);
    const [urgent] = (await owners.mailsOf(helena.id)).filter(({ kind }) => kind === 'missed');
    await report([event(urgent?.id ?? '', { kind: 'failed', failure: 'bounced' })]);
    expect((await owners.planOf(helena.id)).wait).toBeGreaterThan(14 * DAY);
  });

  it('changes nothing for withdrawn mails and deleted accounts', async () => {
    const helena = await owners.silent();
    const mailId = await warningOf(helena.id);
    await checkIn(owners.stage.context(), helena.id);
    await report([event(mailId, { kind: 'delivered' }), event(mailId, { kind: 'failed', failure: 'bounced' })]);
    expect(await owners.mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn' }]);
    await owners.query('delete from users where id = ?', [helena.id]);
    await report([event(mailId, { kind: 'delivered' })]);
  });
});

it('starts the clock of a protocol that was armed without an address when the address is confirmed, however soon', async () => {
  const helena = await createPerson(owners.stage.context());
  await unconfirm(owners.query, helena.id);
  await addContact(owners.stage.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
  await setEmergency(owners.stage.context(), helena.id, helena.letter.id, true);
  await owners.query(
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
       revision, synced_revision) values (?, true, 30, 3, now(), 'armed', 1, 1, 1)`,
    [helena.id],
  );
  const [secret] = await owners.query<{ id: string }>(
    "select id from secrets where user_id = ? and purpose = 'confirm-email'",
    [helena.id],
  );
  const link = linkSecret(owners.stage.keyring, 'confirm-email', secret?.id ?? '', 0);
  await confirmAddress(owners.stage.context(), link, { signedInTo: helena.id, device: { userAgent: 'tests' } });
  const plan = await owners.planOf(helena.id);
  expect(plan.wait).toBeGreaterThan(22 * DAY);
  expect(plan.revision).toBe(2);
});
