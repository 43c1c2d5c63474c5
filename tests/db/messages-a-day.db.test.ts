/** How many messages one address gets in a day from people whom it does not know. What is over waits; nothing is lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let sent: string[] = [];
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await query('delete from deliveries');
  sent = [];
});

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);

function deps(messagesPerAddress = 3): DeliveryDeps {
  const take = async (to: string) => {
    sent.push(to);
    return { kind: 'accepted', messageId: null } as const;
  };
  return {
    fork: () => stage.orm.em.fork(),
    keyring: stage.keyring,
    // why: messages reach people.
    email: { send: ({ to }) => take(to.email) },
    whatsapp: { send: ({ to }) => take(to) },
    sms: null,
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: MINUTE, messagesPerAddress },
    appOrigin: 'https://stillhere.example',
    observe: () => {},
  };
}

/** A delivery that is due, from a new account unless one is given. @returns its owner and its id */
async function due(change = {}, from?: { id: string; letter: { id: string } }) {
  const owner = from ?? (await createPerson(stage.context()));
  const { id } = await scheduleDelivery(stage.context(), owner.id, scheduleOf(owner.letter.id, change));
  await query(
    "update deliveries set next_attempt_at = now(), scheduled_time = now() - interval '1 second' where id = ?",
    [id],
  );
  return { owner, id };
}
const sendOverdue = (cap?: number) => deliver(deps(cap), { kind: 'overdue', overdueBy: 0, limit: 50 });
const sendOne = (id: string) => deliver(deps(), { kind: 'one', id, revision: 1 });
const isSent = async (id: string) =>
  (await query<{ status: string }>('select status from deliveries where id = ?', [id]))[0]?.status === 'sent';

/** As if so much time had passed. */
async function pass(milliseconds: number): Promise<void> {
  const span = `'${milliseconds} milliseconds'::interval`;
  await query(`update deliveries set next_attempt_at = next_attempt_at - ${span}`);
  await query(`update delivery_attempts set started_at = started_at - ${span}`);
  await query(`update timeline set at = at - ${span}`);
}

const TO_ANA = { recipient_email: 'ana@example.com' };
const BY_PHONE = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' };

describe('messages of strangers to one address', () => {
  it('are three in a day from all accounts together; the fourth waits a day and then goes out', async () => {
    for (let n = 0; n < 4; n += 1) await due(TO_ANA);
    const other = await due({ recipient_email: 'rui@example.com' });
    await sendOverdue();
    expect(sent.filter((to) => to === 'ana@example.com')).toHaveLength(3);
    expect(await isSent(other.id)).toBe(true);
    await pass(23 * HOUR);
    await sendOverdue();
    expect(sent).toHaveLength(4);
    await pass(2 * HOUR);
    await sendOverdue();
    expect(sent.filter((to) => to === 'ana@example.com')).toHaveLength(4);
  });

  it('count though one was opened that came to it as a second address: the first may be of its sender', async () => {
    const first = await due(TO_ANA);
    await sendOverdue();
    await query("update deliveries set opened_at = now(), refused_email = 'own@example.com'");
    for (let n = 0; n < 4; n += 1) await due(TO_ANA, first.owner);
    await sendOverdue();
    expect(sent).toHaveLength(3);
  });

  it('count one mailbox, whatever its tag', async () => {
    for (let n = 0; n < 5; n += 1) await due({ recipient_email: `ana+${n}@example.com` });
    await sendOverdue();
    expect(sent).toHaveLength(3);
  });

  it('are counted once when workers claim at the same time', async () => {
    const all = [];
    for (let n = 0; n < 6; n += 1) all.push(await due(TO_ANA));
    await Promise.all([...all.map(({ id }) => sendOne(id)), sendOverdue()]);
    expect(sent).toHaveLength(3);
  });

  it('are never lost, however many there are', async () => {
    for (let n = 0; n < 8; n += 1) await due(TO_ANA);
    for (let day = 0; day < 4; day += 1) {
      await sendOverdue();
      await pass(DAY + HOUR);
    }
    expect(sent).toHaveLength(8);
    expect(await query("select 1 from deliveries where status = 'failed'")).toEqual([]);
  });

  it('leave a place for another sender, however many letters of the first wait', async () => {
    const first = await due(TO_ANA);
    const many = [first];
    for (let n = 0; n < 9; n += 1) many.push(await due(TO_ANA, first.owner));
    for (const { id } of many) await sendOne(id);
    expect(sent).toHaveLength(3);
    await pass(HOUR);
    const other = await due(TO_ANA);
    await sendOne(other.id);
    expect(await isSent(other.id)).toBe(false);
    await pass(23 * HOUR + MINUTE);
    for (const { id } of [...many, other]) await sendOne(id);
    expect(sent).toHaveLength(5);
    expect(await isSent(other.id)).toBe(true);
  });

  it('go out in turns when several senders’ are due at once', async () => {
    const first = await due(TO_ANA);
    for (let n = 0; n < 4; n += 1) await due(TO_ANA, first.owner);
    const other = await due(TO_ANA);
    await sendOverdue();
    expect(await isSent(other.id)).toBe(true);
    expect(sent).toHaveLength(3);
  });

  it('take one place of one sender while another sender’s is due and not claimed yet', async () => {
    const first = await due(TO_ANA);
    const second = await due(TO_ANA, first.owner);
    const other = await due(TO_ANA);
    for (const { id } of [first, second, other]) await sendOne(id);
    expect([await isSent(first.id), await isSent(second.id), await isSent(other.id)]).toEqual([true, false, true]);
  });

  it('wait two days at most, whatever their number', async () => {
    const first = await due(TO_ANA);
    for (let n = 0; n < 9; n += 1) await due(TO_ANA, first.owner);
    await sendOverdue();
    await pass(DAY + MINUTE);
    await sendOverdue();
    expect(sent).toHaveLength(6);
    await pass(DAY - MINUTE);
    await sendOverdue();
    expect(sent).toHaveLength(10);
  });

  it('tell the owner why they wait, and until when', async () => {
    for (let n = 0; n < 3; n += 1) await due(TO_ANA);
    await sendOverdue();
    const { owner, id } = await due(TO_ANA);
    const [result] = [...(await sendOne(id)).values()];
    expect(result).toMatchObject({ kind: 'later' });
    const { entries } = await findStory(stage.context(), owner.id, id);
    const at = Date.parse(entries.at(-1)?.until ?? '');
    expect(entries.at(-1)).toMatchObject({ kind: 'held', by: 'stillhere' });
    expect(at - Date.now()).toBeGreaterThan(23 * HOUR);
    expect(at - Date.now()).toBeLessThanOrEqual(DAY);
  });

  it('can be edited or deleted by the owner while they wait', async () => {
    for (let n = 0; n < 3; n += 1) await due(TO_ANA);
    await sendOverdue();
    const { owner, id } = await due(TO_ANA);
    await sendOne(id);
    expect(await findDelivery(stage.context(), owner.id, id)).toMatchObject({ changeable: true });
    const change = { recipient_email: 'rui@example.com' };
    expect(await rescheduleDelivery(stage.context(), owner.id, id, change)).toMatchObject(change);
    await deleteDelivery(stage.context(), owner.id, id);
    await pass(3 * DAY);
    await sendOverdue();
    expect(sent).toHaveLength(3);
  });

  it('have no cap where it is 0', async () => {
    for (let n = 0; n < 5; n += 1) await due(TO_ANA);
    await sendOverdue(0);
    expect(sent).toHaveLength(5);
  });
});

describe('messages of a person whose letter was opened there', () => {
  it('go out beyond the cap, and take no place of others', async () => {
    const first = await due(TO_ANA);
    await sendOverdue();
    await openInvitation(stage.context(), linkSecret(stage.keyring, 'delivery', first.id, 1));
    for (let n = 0; n < 4; n += 1) await due(TO_ANA, first.owner);
    for (let n = 0; n < 3; n += 1) await due(TO_ANA);
    await sendOverdue();
    expect(sent).toHaveLength(8);
  });

  it('go out at once when they waited for a place', async () => {
    const first = await due(TO_ANA);
    for (let n = 0; n < 4; n += 1) await due(TO_ANA, first.owner);
    const elsewhere = { recipient_email: 'rui@example.com' };
    for (let n = 0; n < 4; n += 1) await due(elsewhere, first.owner);
    await sendOverdue();
    expect(sent).toHaveLength(6);
    await openInvitation(stage.context(), linkSecret(stage.keyring, 'delivery', first.id, 1));
    await sendOverdue();
    expect(sent.filter((to) => to === 'ana@example.com')).toHaveLength(5);
    expect(sent.filter((to) => to === 'rui@example.com')).toHaveLength(3);
  });

  it('are those of a stranger at another address: a sender’s own phone opens nobody else’s mailbox', async () => {
    const first = await due({ ...TO_ANA, ...BY_PHONE });
    await sendOverdue();
    await openInvitation(stage.context(), linkSecret(stage.keyring, 'delivery', first.id, 1));
    for (let n = 0; n < 4; n += 1) await due(TO_ANA, first.owner);
    await sendOverdue();
    expect(sent.filter((to) => to === 'ana@example.com')).toHaveLength(3);
  });
});

it('a phone number has a count of its own', async () => {
  for (let n = 0; n < 4; n += 1) await due({ recipient_email: `r${n}@example.com`, ...BY_PHONE });
  await sendOverdue();
  expect(sent).toHaveLength(3);
});

it('a release is not held back, and takes no place of others', async () => {
  for (let n = 0; n < 3; n += 1) await due(TO_ANA);
  await sendOverdue();
  const { id } = await due(TO_ANA);
  await query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [id]);
  await sendOverdue();
  expect(await isSent(id)).toBe(true);
  await pass(DAY + HOUR);
  await query('update delivery_attempts set started_at = now() where delivery_id = ?', [id]);
  for (let n = 0; n < 3; n += 1) await due(TO_ANA);
  await sendOverdue();
  expect(sent).toHaveLength(7);
});
