/** The worker's loops for protocols in Postgres, with an engine that records its calls. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { advanceOverdue } from '#services/emergency/advance.ts';
import { beat } from '#services/emergency/availability.ts';
import { LATE, protocolBacklog } from '#services/emergency/backlog.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { dispatchPlans, repairProtocolRuns } from '#services/emergency/engine-runs.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { Engine, ProtocolPlan, Run } from '#services/ports/engine.ts';
import { giveNeeds } from '#tests/harness/needs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { createMetrics } from '#worker/metrics.ts';
import { addProtocolGauges, alarmsOf } from '#worker/protocol-alarms.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const em = () => stage.orm.em.fork();
const deps = { fork: em, day: DAY };

/** An armed owner with a check-in some days ago: all instants are moved back by that much. */
async function armed(daysAgo = 0): Promise<string> {
  const person = await createPerson(stage.context());
  const { id } = person;
  await giveNeeds(stage.context(), person, 400);
  await changeSettings(stage.context(), id, { is_active: true });
  await em().execute(
    `update emergency_protocols set last_check_in = last_check_in - ?::interval, next_step_at = next_step_at - ?::interval
     where owner_id = ?`,
    [`${daysAgo} days`, `${daysAgo} days`, id],
  );
  return id;
}

interface Row {
  revision: number;
  synced_revision: number;
  engine_checked_at: string | null;
  next_step_at: string | null;
  stage: string;
}
async function rowOf(id: string): Promise<Row> {
  const [row] = await em().execute<Row[]>('select * from emergency_protocols where owner_id = ?', [id]);
  if (!row) throw new Error('no row');
  return row;
}

/** why: tests/faults shows that the real engine starts runs; here it must fail and forget on demand. */
class RememberingEngine implements Omit<Engine, 'announce'> {
  announced: ProtocolPlan[] = [];
  running = new Set<string>();
  ended: string[] = [];
  store = 'first';
  isDown = false;

  async announceProtocol(plan: ProtocolPlan): Promise<void> {
    if (this.isDown) throw new Error('no engine');
    this.announced.push(plan);
    if (plan.isOver) this.running.delete(plan.ownerId);
    else this.running.add(plan.ownerId);
  }
  async runState({ kind, id }: Run) {
    if (this.isDown) throw new Error('no engine');
    return kind === 'emergency' && this.running.has(id) ? ('running' as const) : ('none' as const);
  }
  async end({ id }: Run): Promise<void> {
    this.running.delete(id);
    this.ended.push(id);
  }
  async storeId(): Promise<string> {
    if (this.isDown) throw new Error('no engine');
    return this.store;
  }
}

let engine: RememberingEngine;
beforeEach(async () => {
  engine = new RememberingEngine();
  for (const table of ['emergency_protocols', 'emergency_mails', 'engine_store', 'heartbeats', 'outages'])
    await em().execute(`delete from ${table}`);
  await beat(em(), DAY);
});

describe('the dispatcher', () => {
  it('sends ids, instants and stages once, and a check-in as its own signal', async () => {
    const id = await armed();
    expect(await dispatchPlans(em(), engine)).toBe(1);
    expect(await dispatchPlans(em(), engine)).toBe(0);
    const { next_step_at } = await rowOf(id);
    expect(engine.announced).toEqual([
      {
        ownerId: id,
        revision: 1,
        wakeAt: new Date(next_step_at ?? 0),
        isOver: false,
        stage: 'armed',
        episode: 1,
        isCheckIn: true,
      },
    ]);
    await em().execute(`update emergency_protocols set stage = 'reminding', revision = revision + 1`);
    await dispatchPlans(em(), engine);
    expect(engine.announced.at(-1)).toMatchObject({ revision: 2, stage: 'reminding', isCheckIn: false });
    await checkIn(stage.context(), id);
    await dispatchPlans(em(), engine);
    expect(engine.announced.at(-1)).toMatchObject({ revision: 3, stage: 'armed', episode: 2, isCheckIn: true });
  });

  it('retries what it could not send, and sends the end of a protocol that was switched off', async () => {
    const id = await armed();
    engine.isDown = true;
    await expect(dispatchPlans(em(), engine)).rejects.toThrow('no engine');
    expect(await rowOf(id)).toMatchObject({ revision: 1, synced_revision: 0 });
    engine.isDown = false;
    await changeSettings(stage.context(), id, { is_active: false });
    await dispatchPlans(em(), engine);
    expect(engine.announced).toEqual([expect.objectContaining({ revision: 2, isOver: true, wakeAt: null })]);
    expect(await rowOf(id)).toMatchObject({ revision: 2, synced_revision: 2 });
  });
});

describe('a new engine store', () => {
  it('gets every active protocol again, and none that is off', async () => {
    const [on, off] = [await armed(), await armed()];
    await changeSettings(stage.context(), off, { is_active: false });
    expect(await detectNewEngineStore(em(), engine)).toBe(false);
    await dispatchPlans(em(), engine);
    engine = new RememberingEngine();
    engine.store = 'second';
    expect(await detectNewEngineStore(em(), engine)).toBe(true);
    await dispatchPlans(em(), engine);
    expect(engine.running).toEqual(new Set([on]));
  });
});

describe('the janitor', () => {
  it('starts missing runs that are due within two days, and checks each once a day', async () => {
    const [soon, later] = [await armed(22), await armed(1)];
    await dispatchPlans(em(), engine);
    engine.running.clear();
    expect(await repairProtocolRuns(em(), engine)).toBe(1);
    await dispatchPlans(em(), engine);
    expect(engine.running).toEqual(new Set([soon]));
    expect((await rowOf(later)).engine_checked_at).toBeNull();
    engine.running.clear();
    expect(await repairProtocolRuns(em(), engine)).toBe(0);
    await em().execute("update emergency_protocols set engine_checked_at = now() - interval '25 hours'");
    expect(await repairProtocolRuns(em(), engine)).toBe(1);
  });

  it('ends the run of a protocol that has been off for a while, and no other', async () => {
    const [on, off] = [await armed(), await armed()];
    await dispatchPlans(em(), engine);
    await changeSettings(stage.context(), off, { is_active: false });
    await dispatchPlans(em(), engine);
    engine.running = new Set([on, off]);
    await repairProtocolRuns(em(), engine);
    expect(engine.ended).toEqual([]);
    await em().execute("update emergency_protocols set last_check_in = now() - interval '11 minutes'");
    await repairProtocolRuns(em(), engine);
    expect(engine.ended).toEqual([off]);
  });
});

describe('advancing overdue protocols', () => {
  const run = (overdueBy: number, except: string[] = [], failed: string[] = []) =>
    advanceOverdue(deps, { overdueBy, except, onFailure: (id) => failed.push(id) });

  it('advances what is overdue by the given time, and nothing else', async () => {
    const [due, early] = [await armed(24), await armed(1)];
    const before = await rowOf(early);
    await run(3 * DAY);
    expect(await rowOf(due)).toMatchObject({ stage: 'armed' });
    await run(HOUR);
    expect(await rowOf(due)).toMatchObject({ stage: 'reminding' });
    expect(await rowOf(early)).toEqual(before);
  });

  it('reads only due rows, and none of the many others', async () => {
    const due = await armed(24);
    for (let index = 0; index < 5; index += 1) await armed();
    const read = await em().transactional(async (tx) => {
      await tx.execute('set local enable_seqscan = off');
      const rows = async () => {
        const [row] = await tx.execute<{ rows: number }[]>(
          `select idx_tup_fetch::int as rows from pg_stat_xact_user_tables where relname = 'emergency_protocols'`,
        );
        return row?.rows ?? 0;
      };
      const before = await rows();
      await advanceOverdue({ ...deps, fork: () => tx }, { overdueBy: HOUR, except: [due], onFailure: () => {} });
      return (await rows()) - before;
    });
    expect(read).toBe(1);
  });

  it('advances a protocol that was switched off once', async () => {
    const id = await armed(24);
    await em().execute('update emergency_protocols set is_active = false where owner_id = ?', [id]);
    await run(HOUR);
    expect(await rowOf(id)).toMatchObject({ stage: 'armed', next_step_at: null });
  });

  it('continues past a protocol that fails, and past a locked one', async () => {
    const [broken, held, fine] = [await armed(26), await armed(25), await armed(24)];
    await em().execute(
      `create function break_one() returns trigger language plpgsql as $$ begin
         if new.owner_id = '${broken}' then raise exception 'broken'; end if; return new; end $$`,
    );
    await em().execute(
      'create trigger break_one before insert on emergency_mails for each row execute function break_one()',
    );
    try {
      const failed: string[] = [];
      await em().transactional(async (tx) => {
        await tx.execute('select 1 from emergency_protocols where owner_id = ? for update', [held]);
        await run(HOUR, [], failed);
      });
      expect(failed).toEqual([broken]);
      expect([await rowOf(broken), await rowOf(held), await rowOf(fine)].map((row) => row.stage)).toEqual([
        'armed',
        'armed',
        'reminding',
      ]);
      await run(HOUR, [broken], failed);
      expect(failed).toEqual([broken]);
      expect((await rowOf(held)).stage).toBe('reminding');
    } finally {
      await em().execute('drop function break_one cascade');
    }
  });
});

describe('what operators see', () => {
  it('is no backlog while nothing is late', async () => {
    await armed();
    const backlog = await protocolBacklog(em(), DAY);
    const nothing = { late: 0, waitingWarnings: 0, undelivered: 0, notNotified: 0, unreachableFor: 0 };
    const waits = { held: 0, confirmations: 0, raised: 0 };
    expect(backlog).toEqual({ ...nothing, waits, clock: { isHeld: false, skew: 0 }, stages: { armed: 1 } });
    expect(alarmsOf(backlog)).toEqual([]);
    const jumped = { ...backlog, clock: { isHeld: true, skew: -60_000 } };
    expect(alarmsOf(jumped)).toMatchObject([{ about: { skewSeconds: -60 } }]);
  });

  it('is in the first scrape already', async () => {
    const id = await armed();
    await em().execute(
      `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
         revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
       values (gen_random_uuid(), ?, 'email', 'ana@example.com', 'Ana', now(), 'UTC', 'pending', 'owner', 1, 0, now(), false, 1, now())`,
      [id],
    );
    const { registry } = createMetrics(em);
    addProtocolGauges(registry, deps);
    const text = await registry.metrics();
    expect(text).toContain('stillhere_emergency_stage{stage="armed"} 1');
    expect(text).toContain('stillhere_emergency_stage{stage="released"} 0');
    expect(text).toContain('stillhere_release_undelivered 0');
    expect(text).toContain('stillhere_contacts_not_notified 0');
    expect(text).toContain('stillhere_pending_deliveries 1');
    expect(text).toContain('stillhere_outbox_depth 2');
  });

  it('is a late protocol, a warning that no provider accepts, and a lasting outage', async () => {
    const id = await armed(24);
    await em().execute(`update emergency_protocols set next_step_at = now() - interval '16 minutes'`);
    await em().execute(`update heartbeats set beat_at = now() - interval '17 minutes'`);
    const warning = (index: number, age: string) =>
      em().execute(
        `insert into emergency_mails (id, owner_id, episode, kind, index, state, created_at)
         values (gen_random_uuid(), ?, 1, 'reminder', ?, 'waiting', now() - ?::interval)`,
        [id, index, age],
      );
    await warning(0, '14 minutes');
    expect(await protocolBacklog(em(), DAY)).toMatchObject({ waitingWarnings: 0 });
    await warning(1, '16 minutes');
    const backlog = await protocolBacklog(em(), DAY);
    expect(backlog).toMatchObject({ waitingWarnings: 1, stages: { armed: 1 } });
    expect(backlog.late).toBeGreaterThan(LATE);
    expect(backlog.unreachableFor).toBeGreaterThan(16 * MINUTE);
    expect(alarmsOf(backlog).map(({ message }) => message)).toEqual([
      expect.stringContaining('late'),
      expect.stringContaining('accepts no warnings'),
      expect.stringContaining('nobody can check in'),
    ]);
    await em().execute('delete from heartbeats');
    expect(alarmsOf(await protocolBacklog(em(), DAY))).toHaveLength(3);
    await changeSettings(stage.context(), id, { is_active: false });
    expect(alarmsOf(await protocolBacklog(em(), DAY))).toEqual([]);
  });
});
