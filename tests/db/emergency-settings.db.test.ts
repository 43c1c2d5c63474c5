import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import { DAY } from '#domain/time/durations.ts';
import { refreshIdleProtocols } from '#services/emergency/advance.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { moveTo } from '#tests/harness/daytime.ts';
import { giveNeeds } from '#tests/harness/needs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { holds } from '#tests/spec/holds.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

/** An account of a year ago, whose owner checked in some days ago. */
async function lastCheckIn(ownerId: string, daysAgo: number) {
  const em = stage.orm.em.fork();
  await em.execute(`update users set created_at = now() - interval '1 year' where id = ?`, [ownerId]);
  await em.execute(`update emergency_protocols set last_check_in = now() - ? * interval '1 day' where owner_id = ?`, [
    daysAgo,
    ownerId,
  ]);
}

it('accepts in its table the days that the settings accept', async () => {
  holds('S9-4');
  const checks = await stage.orm.em.fork().execute<{ definition: string }[]>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'emergency_protocols'::regclass and contype = 'c'`,
  );
  const found = checks.map(({ definition }) => definition).join();
  for (const [column, { min, max }] of Object.entries({ inactive_days: INACTIVE_DAYS, safety_days: SAFETY_DAYS })) {
    expect(found).toContain(`(${column} >= ${min})`);
    expect(found).toContain(`(${column} <= ${max})`);
  }
});

describe('the emergency protocol before it runs', () => {
  it('begins inactive, with thirty and three days, checked in when the account was opened', async () => {
    holds('S4-7', 'S9-4');
    const helena = await createPerson(stage.context());
    const [row] = await stage.orm.em
      .fork()
      .execute<{ created_at: string }[]>('select created_at from users where id = ?', [helena.id]);
    expect(await emergencyStatus(stage.context(), helena.id)).toEqual({
      is_active: false,
      running: false,
      blocked_by: ['no-contact', 'no-content'],
      inactive_days_threshold: 30,
      last_check_in: new Date(row?.created_at ?? '').toISOString(),
      safety_days: 3,
      days_since_last_check_in: 0,
      indicator: 'inactive',
      stage: null,
      contacts_told_at: null,
      release_at: null,
      paused_until: null,
      confirmations_needed: 0,
      unanswered_after_days: 30,
      contacts_may_raise: false,
      answer_within_days: 7,
      held_until: null,
      confirmations: { needed: 0, given: 0 },
      raised_by_at: null,
    });
  });

  it('changes only the given fields', async () => {
    const helena = await createPerson(stage.context());
    await moveTo((sql, params) => stage.orm.em.fork().execute(sql, params), helena.id);
    const change = (settings: Parameters<typeof changeSettings>[2]) =>
      changeSettings(stage.context(), helena.id, settings);
    expect(await change({ inactive_days: 60 })).toMatchObject({
      is_active: false,
      inactive_days_threshold: 60,
      safety_days: 3,
    });
    expect(await change({ safety_days: 5 })).toMatchObject({ inactive_days_threshold: 60, safety_days: 5 });
    // There is no contact and nothing to send: the clock does not run.
    expect(await change({ is_active: true })).toMatchObject({
      is_active: true,
      running: false,
      stage: null,
      contacts_told_at: null,
      release_at: null,
    });
    await giveNeeds(stage.context(), helena);
    const armed = await change({});
    expect(armed).toMatchObject({ is_active: true, inactive_days_threshold: 60, safety_days: 5, stage: 'armed' });
    expect(Date.parse(armed.contacts_told_at ?? '') - Date.parse(armed.last_check_in)).toBe(60 * DAY);
    expect(Date.parse(armed.release_at ?? '') - Date.parse(armed.last_check_in)).toBe(65 * DAY);
  });

  it('counts saving while active, and arming, as a check-in; and nothing while inactive', async () => {
    const helena = await createPerson(stage.context());
    const change = (settings: Parameters<typeof changeSettings>[2]) =>
      changeSettings(stage.context(), helena.id, settings);
    await giveNeeds(stage.context(), helena);
    await change({ inactive_days: 90 });
    await lastCheckIn(helena.id, 50);
    expect(await change({ inactive_days: 91 })).toMatchObject({ days_since_last_check_in: 50, indicator: 'inactive' });
    expect(await change({ is_active: true })).toMatchObject({ days_since_last_check_in: 0 });
    await lastCheckIn(helena.id, 50);
    expect(await change({ inactive_days: 7 })).toMatchObject({ days_since_last_check_in: 0, indicator: 'active' });
    await lastCheckIn(helena.id, 5);
    expect(await change({ is_active: false })).toMatchObject({ days_since_last_check_in: 0 });
  });

  it('needs a plan only for arming: it stays armed and can be changed after the plan ends', async () => {
    const helena = await createPerson(stage.context(), 'Helena Duarte', 'free');
    const arm = () => changeSettings(stage.context(), helena.id, { is_active: true });
    await expect(arm()).rejects.toMatchObject({ code: 'plan-required' });
    expect(await emergencyStatus(stage.context(), helena.id)).toMatchObject({ is_active: false });
    const subscribe = (plan: Plan) =>
      givePlan((sql, params) => stage.orm.em.fork().execute(sql, params), helena.id, plan);
    await subscribe('plus');
    await arm();
    await subscribe('free');
    expect(await arm()).toMatchObject({ is_active: true });
    expect(await changeSettings(stage.context(), helena.id, { inactive_days: 40 })).toMatchObject({ is_active: true });
    await changeSettings(stage.context(), helena.id, { is_active: false });
    expect(await arm()).toMatchObject({ is_active: true });
  });

  it('is advanced again when no next step was planned by mistake', async () => {
    const helena = await createPerson(stage.context());
    await giveNeeds(stage.context(), helena);
    await changeSettings(stage.context(), helena.id, { is_active: true });
    const em = stage.orm.em.fork();
    const planned = () =>
      em.execute('select 1 from emergency_protocols where owner_id = ? and next_step_at <= now()', [helena.id]);
    await em.execute('update emergency_protocols set next_step_at = null where owner_id = ?', [helena.id]);
    await refreshIdleProtocols(em);
    expect(await planned()).toHaveLength(1);
  });

  it('records a check-in, also the first, and loses no concurrent change', async () => {
    const helena = await createPerson(stage.context());
    await checkIn(stage.context(), helena.id);
    await lastCheckIn(helena.id, 20);
    const all = await Promise.all([
      checkIn(stage.context(), helena.id),
      changeSettings(stage.context(), helena.id, { inactive_days: 14 }),
      changeSettings(stage.context(), helena.id, { safety_days: 9 }),
      checkIn(stage.context(), helena.id),
    ]);
    expect(all).toHaveLength(4);
    expect(await emergencyStatus(stage.context(), helena.id)).toMatchObject({
      inactive_days_threshold: 14,
      safety_days: 9,
      days_since_last_check_in: 0,
    });
  });
});
