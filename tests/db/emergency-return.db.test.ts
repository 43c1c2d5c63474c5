/** "I'm back", while the deliveries of the release are in every state. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

const POLICY: DeliveryPolicy = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const fork = () => years.stage.orm.em.fork();
const open = (id: string) => openInvitation(years.context(), linkSecret(years.stage.keyring, 'delivery', id, 1));

async function claim(id: string): Promise<string | undefined> {
  const { claimed } = await claimDeliveries(
    { em: fork(), keyring: years.stage.keyring },
    { kind: 'one', id, revision: 1 },
    POLICY,
  );
  return claimed[0]?.attemptId;
}

/** Claims it, and records that a provider accepted it. */
async function send(deliveryId: string): Promise<void> {
  await recordAccepted(deliveryId, (await claim(deliveryId)) ?? '');
}

function recordAccepted(deliveryId: string, attemptId: string): Promise<unknown> {
  const answer = { kind: 'accepted', messageId: null } as const;
  return recordAnswers(fork(), [{ deliveryId, attemptId, answer }], POLICY);
}

/** An owner whose release goes to four contacts, by the name of each. */
async function released() {
  const helena = await years.armed();
  for (const name of ['Ida', 'Zoe'])
    await addContact(years.context(), helena.id, { name, email: `${name.toLowerCase()}@example.com` });
  await years.silentOn(helena.id, 'released');
  const rows = await years.query<{ id: string; name: string }>(
    `select id, recipient_name as name from deliveries where owner_id = ? and origin = 'release'`,
    [helena.id],
  );
  return { ...helena, of: (name: string) => rows.find((row) => row.name === name)?.id ?? '' };
}

it('cancels what was not sent, revokes what was not opened, and leaves what was opened', async () => {
  const helena = await released();
  const [waiting, flying, arrived, opened] = ['Ana', 'Rui', 'Ida', 'Zoe'].map(helena.of) as [
    string,
    string,
    string,
    string,
  ];
  await send(arrived);
  await send(opened);
  await open(opened);
  const attempt = await claim(flying);

  await returnToLife(years.context(), helena.id);

  // What was not sent is cancelled.
  expect(await claim(waiting)).toBeUndefined();
  await expect(open(waiting)).rejects.toMatchObject({ code: 'gone' });
  // A message that arrives later has an invalid link.
  await recordAccepted(flying, attempt ?? '');
  await expect(open(flying)).rejects.toMatchObject({ code: 'gone' });
  await expect(open(arrived)).rejects.toMatchObject({ code: 'gone' });
  expect(await open(opened)).toMatchObject({ items: [{ title: 'How we chose your name' }] });
  const withdrawn = await years.query<{ delivery_id: string }>(
    `select delivery_id from timeline where owner_id = ? and kind = 'delivery-link-withdrawn'`,
    [helena.id],
  );
  expect(withdrawn.map((row) => row.delivery_id).sort()).toEqual([waiting, flying, arrived].sort());
});

it('sends no further copy, whatever the provider answers afterwards', async () => {
  const helena = await released();
  const [lost, refused] = [helena.of('Ana'), helena.of('Rui')];
  const attempts = [await claim(lost), await claim(refused)];
  await returnToLife(years.context(), helena.id);
  const answers = [
    { kind: 'unknown', reason: 'reset' },
    { kind: 'transient', reason: '429', retryAfter: null },
  ] as const;
  await recordAnswers(
    fork(),
    [lost, refused].map((deliveryId, index) => ({
      deliveryId,
      attemptId: attempts[index] ?? '',
      answer: answers[index] ?? answers[0],
    })),
    POLICY,
  );
  await years.query(
    `update deliveries set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`,
  );
  for (const id of [lost, refused]) expect(await claim(id)).toBeUndefined();
});
