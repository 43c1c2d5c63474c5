import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#domain/time/durations.ts';
import { deleteAccount, deletionSummary } from '#services/accounts/delete-account.ts';
import { hashSecret, newSecret, openSession } from '#services/accounts/sessions.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { newId } from '#services/ids.ts';
import type { Run } from '#services/ports/engine.ts';
import { appendTimeline } from '#services/timeline.ts';
import { createText } from '#services/vault/change-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { deleteDueObjects, endDueRun } from '#tests/harness/jobs.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { keep, openVault, type Vault } from '#tests/vault/vault.ts';

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault.close());

const PASSWORD = 'stillhere';

/** A person with a row in every table that a person can have rows in. */
async function createOwner() {
  const context = () => vault.context();
  const person = await vault.person('premium');
  const letter = await createText(context(), person.id, { title: 'A', content: 'Dear Ana', is_public: true });
  await editContent(context(), person.id, letter.id, { content: 'Dear Ana, dear Rui' });
  const picture = await keep(vault, person.id, Buffer.alloc(300_000, 7));
  const delivery = await scheduleDelivery(context(), person.id, scheduleOf(letter.id));
  await addContact(context(), person.id, { name: 'Ana', email: 'ana@example.com' });
  await checkIn(context(), person.id);
  const [file, attempt] = [picture.file_id ?? '', newId()];
  for (const [sql, params] of [
    [
      `insert into identities (id, user_id, issuer, subject, created_at) values (?, ?, 'x', ?, now())`,
      [newId(), person.id, person.id],
    ],
    [`insert into pictures (id, user_id, sealed, created_at) values (?, ?, '\\x00', now())`, [newId(), person.id]],
    [
      `insert into idempotency_keys (owner_id, key, request_hash, created_at) values (?, 'k', '\\x00', now())`,
      [person.id],
    ],
    [
      `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id)
       values (?, 'plus', 'year', 'cus', ?) on conflict (owner_id) do update set paid_each = excluded.paid_each,
         stripe_customer_id = excluded.stripe_customer_id, stripe_subscription_id = excluded.stripe_subscription_id`,
      [person.id, person.id],
    ],
    [
      `insert into contact_mails (id, owner_id, contact_id, kind, email, created_at)
       select ?, owner_id, id, 'test', email, now() from trusted_contacts where owner_id = ?`,
      [newId(), person.id],
    ],
    [`insert into customers (owner_id, stripe_customer_id) values (?, ?)`, [person.id, person.id]],
    [
      `insert into billing_mails (id, owner_id, kind, reference, created_at) values (?, ?, 'plan-ended', ?, now())`,
      [newId(), person.id, person.id],
    ],
    [`insert into granted_checkouts (id, owner_id, granted_at) values (?, ?, now())`, [person.id, person.id]],
    [`insert into reports (id, content_id, reason, created_at) values (?, ?, 'spam', now())`, [newId(), letter.id]],
    [`insert into parcels (content_id, owner_id, meta, key) values (?, ?, '', '')`, [letter.id, person.id]],
    [`insert into parcel_shares (content_id, share) values (?, '')`, [letter.id]],
    [`insert into thumbnails (file_id, state) values (?, 'failed') on conflict do nothing`, [file]],
    [
      `insert into delivery_attempts (id, delivery_id, revision, n, state, rejection, started_at) values (?, ?, 1, 1, 'rejected', 'transient', now())`,
      [attempt, delivery.id],
    ],
    [
      `insert into notices (id, owner_id, kind, delivery_id, revision, created_at) values (?, ?, 'delivery-delayed', ?, 1, now())`,
      [newId(), person.id, delivery.id],
    ],
    [
      `insert into provider_events (id, provider, event_id, attempt_id, name, occurred_at, received_at) values (?, 'x', ?, ?, 'deferred', now(), now())`,
      [newId(), newId(), attempt],
    ],
    [
      `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at) values (?, ?, 1, 'reminder', 1, 'accepted', now(), now())`,
      [newId(), person.id],
    ],
    [
      `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
       values (?, ?, 1, 'contact-told', 0, 'ana@example.com', 'Ana', 'accepted', now(), now())`,
      [newId(), person.id],
    ],
  ] as const)
    await vault.query(sql, [...params]);
  await vault.query(
    `insert into jobs (kind, subject)
     select job, id::text from notices, unnest(array['notice', 'opened-mail']) as k (job) where owner_id = ? union all
     select 'billing-mail', id::text from billing_mails where owner_id = ? union all
     select 'emergency-mail', id::text from emergency_mails where owner_id = ? union all
     select 'report', id::text from reports where content_id = ? union all select 'thumbnail', ? on conflict do nothing`,
    [person.id, person.id, person.id, letter.id, file],
  );
  return { ...person, delivery, session: await sessionOf(person.id) };
}

async function sessionOf(userId: string): Promise<string> {
  const secret = await openSession(vault.context(), userId, { userAgent: 'tests' }, 'cookie');
  const [row] = await vault.query<{ id: string }>('select id from sessions where cookie_hash = ?', [
    hashSecret(secret),
  ]);
  return row?.id ?? '';
}

/** The number of rows of each table, except those that outlive an account. */
async function counts(): Promise<Record<string, number>> {
  const tables = await vault.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('jobs', 'doomed_runs', 'doomed_objects', 'doomed_subscriptions', 'account_mails', 'rate_limits', 'erased_accounts', 'correspondents', 'stopped_addresses') and table_name not like 'mikro%' order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await vault.query<{ count: string }>(`select count(*) from "${name}"`);
    found[name] = Number(row?.count);
  }
  return found;
}

const allJobs = () => vault.query<{ kind: string; subject: string }>('select kind, subject from jobs order by kind');

/** The kinds of the jobs that were added. */
function newKinds(before: Awaited<ReturnType<typeof allJobs>>, now: typeof before): string[] {
  const added = now.filter((one) => !before.some(({ kind, subject }) => kind === one.kind && subject === one.subject));
  return [...new Set(added.map(({ kind }) => kind))];
}

const remove = (person: { id: string; session: string }, password = PASSWORD) =>
  deleteAccount(vault.context(), { accountId: person.id, sessionId: person.session, password });

/** Starts to delete an account, and returns once that waits for a lock. */
async function beginRemoval(person: { id: string; session: string }): Promise<{ ending: Promise<void> }> {
  const ending = remove(person);
  await eventually(
    () => vault.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
    (waiting) => waiting.length > 0,
  );
  return { ending };
}

describe('deleting an account', () => {
  it('removes all its rows and objects, and nothing of other accounts', async () => {
    await createOwner();
    const [before, objects] = [await counts(), (await vault.stored()).objects];
    const jobs = await allJobs();
    const helena = await createOwner();
    expect(newKinds(jobs, await allJobs())).toEqual(
      expect.arrayContaining(['billing-mail', 'emergency-mail', 'notice', 'opened-mail', 'report', 'thumbnail']),
    );
    const grown = Object.entries(await counts()).filter(([name, count]) => count > (before[name] ?? 0));
    // Every table of people has a row: one that this test forgets would hide a leak.
    const untouched = Object.keys(before).filter((name) => !grown.some(([other]) => other === name));
    expect(untouched).toEqual([
      'canary',
      'database_clock',
      'engine_store',
      'heartbeats',
      'outages',
      'webhook_receipts',
      'zone_rules',
    ]);

    expect(await deletionSummary(vault.context(), helena.id)).toMatchObject({
      items: 2,
      publicItems: 1,
      contacts: 1,
      notified: 1,
      sent: 0,
      paidPlan: 'Premium',
      hasPassword: true,
      pending: [{ id: helena.delivery.id }],
    });
    await remove(helena);

    expect(await counts()).toEqual(before);
    // Of the jobs about her those are left that clean up after her, and the mails that say so.
    expect(newKinds(jobs, await allJobs())).toEqual([
      'account-mail',
      'cancel-subscription',
      'delete-object',
      'end-run',
    ]);
    await vault.query("update jobs set run_at = now() where kind like 'delete-object%'");
    while (await deleteDueObjects(vault.orm.em.fork(), vault.objects));
    expect((await vault.stored()).objects.toSorted()).toEqual(objects.toSorted());
    // The subscription is queued to be cancelled at Stripe.
    expect(await vault.query("select subject as id from jobs where kind = 'cancel-subscription'")).toEqual([
      { id: helena.id },
    ]);
    const mails = await vault.query('select kind, user_id from account_mails where email = ? order by kind', [
      helena.email,
    ]);
    expect(mails).toContainEqual({ kind: 'account-deleted', user_id: null });
    // Only contacts who were notified that she was not heard from receive a mail that nothing comes.
    expect(await vault.query(`select email from account_mails where kind = 'owner-deleted'`)).toEqual([
      { email: 'ana@example.com' },
    ]);
  });

  it('is refused with a wrong password, and while a delivery is being sent', async () => {
    const helena = await createOwner();
    const before = await counts();
    await expect(remove(helena, 'stillthere')).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: [{ field: 'password' }],
    });
    await vault.query(`update delivery_attempts set state = 'started', rejection = null where delivery_id = ?`, [
      helena.delivery.id,
    ]);
    await expect(remove(helena)).rejects.toMatchObject({ code: 'conflict' });
    expect(await counts()).toEqual(before);
    await vault.query(`update delivery_attempts set state = 'unknown' where delivery_id = ?`, [helena.delivery.id]);
    await remove(helena);
  });

  it('needs a sign-in of the last ten minutes when the account has no password', async () => {
    const helena = await createOwner();
    await vault.query('update users set password_hash = null where id = ?', [helena.id]);
    await vault.query(`update sessions set created_at = now() - interval '11 minutes' where id = ?`, [helena.session]);
    await expect(remove(helena, '')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove({ ...helena, session: newId() }, '')).rejects.toMatchObject({ code: 'forbidden' });
    await remove({ ...helena, session: await sessionOf(helena.id) }, '');
    expect(await vault.query('select 1 from users where id = ?', [helena.id])).toEqual([]);
  });

  it('waits for a transaction that records something about a delivery, without a deadlock', async () => {
    const helena = await createOwner();
    const { ending } = await vault.orm.em.fork().transactional(async (tx) => {
      await lockDeliveries(tx, [helena.delivery.id]);
      const begun = await beginRemoval(helena);
      await appendTimeline(tx, new Date(), [
        { ownerId: helena.id, kind: 'delivery-opened', actor: 'recipient', deliveryId: helena.delivery.id },
      ]);
      return begun;
    });
    await ending;
    expect(await vault.query('select 1 from users where id = ?', [helena.id])).toEqual([]);
  });

  it('also ends the run of a delivery that is scheduled at the same moment', async () => {
    const helena = await createOwner();
    const letter = await createText(vault.context(), helena.id, { title: 'B', content: 'x', is_public: false });
    const { id, ending } = await vault.orm.em.fork().transactional(async (tx) => {
      const delivery = await scheduleDelivery({ ...vault.context(), em: tx }, helena.id, scheduleOf(letter.id));
      return { id: delivery.id, ...(await beginRemoval(helena)) };
    });
    await ending;
    expect(
      await vault.query("select 1 from jobs where kind = 'end-run' and subject = ?", [`delivery:${id}`]),
    ).toHaveLength(1);
  });

  it('happens once for concurrent requests, and removes what is scheduled meanwhile', async () => {
    const helena = await createOwner();
    const letter = await createText(vault.context(), helena.id, { title: 'B', content: 'x', is_public: false });
    await Promise.allSettled([
      remove(helena),
      scheduleDelivery(vault.context(), helena.id, scheduleOf(letter.id)),
      remove(helena),
      createText(vault.context(), helena.id, { title: 'C', content: newSecret(), is_public: false }),
    ]);
    expect(await vault.query('select 1 from users where id = ?', [helena.id])).toEqual([]);
    expect(await vault.query('select 1 from deliveries where owner_id = ?', [helena.id])).toEqual([]);
    const mails = await vault.query(`select 1 from account_mails where email = ? and kind = 'account-deleted'`, [
      helena.email,
    ]);
    expect(mails).toHaveLength(1);
  });

  it('ends each run in the engine by itself, after a dispatcher that may be starting it', async () => {
    const helena = await createOwner();
    await vault.query("delete from jobs where kind = 'end-run'");
    await remove(helena);
    const [row] = await vault.query<{ wait: number }>(
      "select min(extract(epoch from run_at - created_at))::float8 as wait from jobs where kind = 'end-run'",
    );
    // The time that the engine may take for a batch of a hundred.
    expect((row?.wait ?? 0) * SECOND).toBeGreaterThan(25 * SECOND);
    const ended: string[] = [];
    // A fake at the port, to see the order of the calls. tests/http/worker shows that a run ends.
    const engine = {
      async end({ kind, id }: Run) {
        if (kind === 'delivery' && ended.length === 0) throw new Error('Not this one.');
        ended.push(`${kind}:${id}`);
      },
    };
    const end = () => endDueRun(vault.orm.em.fork(), engine);
    const due = (id: string, ago: number) =>
      vault.query("update jobs set run_at = now() - ? * interval '1 second' where subject like '%:' || ?", [ago, id]);
    expect(await end()).toBe(0);
    await due(helena.delivery.id, 2);
    await due(helena.id, 1);
    await expect(end()).rejects.toThrow('Not this one.');
    expect([await end(), await end()]).toEqual([1, 0]);
    await due(helena.delivery.id, 0);
    await end();
    expect(ended).toEqual([`emergency:${helena.id}`, `delivery:${helena.delivery.id}`]);
    expect(await vault.query("select 1 from jobs where kind = 'end-run'")).toEqual([]);
  });
});
