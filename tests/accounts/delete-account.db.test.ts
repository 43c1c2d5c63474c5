import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteAccount, deletionSummary } from '#services/accounts/delete-account.ts';
import { newSecret } from '#services/accounts/sessions.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import type { Run } from '#services/ports/engine.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { appendTimeline } from '#services/timeline.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteDueObjects, endDueRun, sendDueAccountMails } from '#tests/harness/jobs.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { ACCEPTED } from '#tests/harness/post.ts';
import { eventually } from '#tests/harness/process.ts';
import { openVault, type Vault } from '#tests/vault/vault.ts';
import { createFullOwner, sessionOf } from './full-owner.ts';

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault.close());

const PASSWORD = 'stillhere';

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

/** Sends what is due about accounts, as the worker does. */
async function mailsDue(): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  const fork = () => vault.orm.em.fork();
  const { keyring } = vault.context();
  const policy = { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE };
  // why: mails reach people.
  const email = {
    async send(message: EmailMessage) {
      sent.push(message);
      return ACCEPTED;
    },
  };
  while ((await sendDueAccountMails({ fork, keyring, policy, email, appOrigin: 'https://stillhere.example' })) > 0);
  return sent;
}

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
    await createFullOwner(vault);
    const [before, objects] = [await counts(), (await vault.stored()).objects];
    const jobs = await allJobs();
    const helena = await createFullOwner(vault);
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
      'passkey_challenges',
      'record_leaves',
      'record_roots',
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
    expect(await vault.query(`select email, language from account_mails where kind = 'owner-deleted'`)).toEqual([
      { email: 'ana@example.com', language: 'pt' },
    ]);
    expect((await mailsDue()).find(({ to }) => to.email === 'ana@example.com')?.subject).toBe(
      'Sobre o nosso email anterior: a conta no Stillhere foi apagada',
    );
  });

  it('is refused with a wrong password, and while a delivery is being sent', async () => {
    const helena = await createFullOwner(vault);
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
    const helena = await createFullOwner(vault);
    await vault.query('update users set password_hash = null where id = ?', [helena.id]);
    await vault.query(`update sessions set proved_at = now() - interval '11 minutes' where id = ?`, [helena.session]);
    await expect(remove(helena, '')).rejects.toMatchObject({ code: 'step-up-required' });
    await expect(remove({ ...helena, session: newId() }, '')).rejects.toMatchObject({ code: 'step-up-required' });
    await remove({ ...helena, session: await sessionOf(vault, helena.id) }, '');
    expect(await vault.query('select 1 from users where id = ?', [helena.id])).toEqual([]);
  });

  it('waits for a transaction that records something about a delivery, without a deadlock', async () => {
    const helena = await createFullOwner(vault);
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
    const helena = await createFullOwner(vault);
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
    const helena = await createFullOwner(vault);
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
    const helena = await createFullOwner(vault);
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
