/** While a duress hold runs, no delivery of its owner leaves: not by the sweep, a workflow, or "Send now". */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import { changeDuress } from '#services/accounts/duress.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { deliveryBacklog } from '#services/deliveries/engine-sync.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { whatIsDue } from '#services/jobs/what-is-due.ts';
import { DURESS_PASSWORD, OWN_PASSWORD, setDuress } from '#tests/harness/duress.ts';
import { createPerson } from '#tests/harness/person.ts';
import { ACCEPTED, createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
  const rui = await addContact(context(), post.helena.id, { name: 'Rui', email: 'rui@example.com' });
  await setDuress(context(), post.helena.id, rui.id);
});
afterAll(() => post.stage.close());
beforeEach(async () => {
  post.empty();
  await post.query('delete from duress_holds');
  await post.query('delete from jobs');
});

const context = () => post.stage.context();
const em = () => post.stage.orm.em.fork();
const hold = () => checkInByPassword(context(), post.helena.id, DURESS_PASSWORD);
const endHold = () => changeDuress(context(), post.helena.id, { intent: 'end', current_password: OWN_PASSWORD });
const view = (id: string) => findDelivery(context(), post.helena.id, id);
const waits = () =>
  post.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

describe('while a hold runs', () => {
  it('a workflow is told to come back at its end, and the sweep leaves it; its owner sees a letter that waits', async () => {
    const id = await post.due('email');
    const before = await view(id);
    await hold();
    const [row] = await post.query<{ ends_at: string }>('select ends_at from duress_holds');
    const at = new Date(row?.ends_at ?? '').toISOString();
    expect(await post.deliver(id, 1)).toEqual({ kind: 'later', at, waitsFor: 'the end of a duress hold' });
    expect(await post.sendOverdue(id)).toBeUndefined();
    expect(post.sent).toEqual([]);
    expect(await view(id)).toEqual(before);
    expect((await whatIsDue(em(), [])).has('overdue')).toBe(false);
    const { oldestOverdueSeconds, held, duressHolds } = await deliveryBacklog(em());
    expect({ oldestOverdueSeconds, held, duressHolds }).toEqual({
      ...{ oldestOverdueSeconds: 0, duressHolds: 1 },
      held: { owner: 0, release: 0 },
    });
  });

  it('"Try again" of a letter that failed waits as well', async () => {
    const id = await post.due('email');
    await post.query(
      "update deliveries set status = 'failed', failure_code = 'expired', next_attempt_at = null, finished_at = now() where id = ?",
      [id],
    );
    await hold();
    await retryDelivery(context(), post.helena.id, id, { recipient_email: 'ana@example.com', delivery_type: 'email' });
    expect(await post.deliver(id, 2)).toMatchObject({ kind: 'later' });
    expect(post.sent).toEqual([]);
  });

  it('letters of other owners leave', async () => {
    const other = await createPerson(context());
    await post.query(
      `insert into duress_holds (owner_id, id, began_at, ends_at)
       values (?, gen_random_uuid(), now(), now() + interval '1 day')`,
      [other.id],
    );
    expect(await post.sendOverdue(await post.due('email'))).toEqual({ kind: 'sent' });
  });
});

describe('after a hold', () => {
  it('what became due goes out: by the owner’s word at once, and by time without a worker’s', async () => {
    const first = await post.due('email');
    await hold();
    await endHold();
    expect(await post.sendOverdue(first)).toEqual({ kind: 'sent' });
    await hold();
    const second = await post.due('email');
    expect(await post.deliver(second, 1)).toMatchObject({ kind: 'later' });
    await post.query('update duress_holds set began_at = began_at - ?::interval, ends_at = ends_at - ?::interval', [
      `${90 * DAY} milliseconds`,
      `${90 * DAY} milliseconds`,
    ]);
    expect(await post.deliver(second, 1)).toEqual({ kind: 'sent' });
  });
});

describe('in the same instant', () => {
  it('a claim that comes first is sent, and the hold waits for it', async () => {
    const id = await post.due('email');
    let holding: Promise<unknown> = Promise.resolve();
    await em().transactional(async (tx) => {
      await tx.execute('select 1 from deliveries where id = ? for update', [id]);
      const delivering = post.deliver(id, 1);
      await expect.poll(waits).toHaveLength(1);
      holding = hold();
      await expect.poll(waits).toHaveLength(2);
      void delivering;
    });
    await holding;
    await expect.poll(() => post.sent.length).toBe(1);
  });

  it('a hold that comes first is seen by a claim that waited for it', async () => {
    const id = await post.due('email');
    let delivering: Promise<unknown> = Promise.resolve();
    let holding: Promise<unknown> = Promise.resolve();
    await em().transactional(async (tx) => {
      await tx.execute('select 1 from deliveries where id = ? for update', [id]);
      holding = hold();
      await expect.poll(waits).toHaveLength(1);
      delivering = post.deliver(id, 1);
      await expect.poll(waits).toHaveLength(2);
    });
    await holding;
    expect(await delivering).toMatchObject({ kind: 'later', waitsFor: 'the end of a duress hold' });
    expect(post.sent).toEqual([]);
  });

  it('a message that is with its provider is recorded; the next try of it is held', async () => {
    const id = await post.due('email');
    post.answers.email.push(async () => {
      await hold();
      return { kind: 'transient', reason: 'busy', retryAfter: null };
    });
    await post.deliver(id, 1);
    await post.query("update deliveries set next_attempt_at = now() - interval '2 seconds' where id = ?", [id]);
    post.answers.email.push(ACCEPTED);
    expect(await post.deliver(id, 1)).toMatchObject({ kind: 'later', waitsFor: 'the end of a duress hold' });
    expect(post.sent).toHaveLength(1);
  });
});
