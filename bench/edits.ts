/** Owners who change the dates of deliveries through the API, one after the other, at a steady pace. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, SECOND } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createText } from '#services/vault/change-content.ts';
import { openTestAccount } from '#tests/harness/account.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import type { World } from '#tests/harness/world.ts';

/** They edit in turn, each their only delivery: nobody waits for an edit of their own. */
const OWNERS = 40;
/** No edit brings a delivery near. */
const FIRST_DAY = 365;

/** Owners with a delivery each. */
export interface Editors {
  /** Changes one delivery. @returns how long the answer took, in milliseconds @throws when it was refused */
  edit(): Promise<number>;
}

export async function createEditors(world: World): Promise<Editors> {
  const deliveries: { id: string; token: string }[] = [];
  for (let owner = 0; owner < OWNERS; owner++) {
    const { id, secret } = await openTestAccount(world.context(), 'token');
    const letter = { title: 'Letter', content: 'The sea was calm.', is_public: false };
    const { id: content } = await createText(world.context(), id, letter);
    const delivery = await scheduleDelivery(world.context(), id, scheduleOf(content));
    deliveries.push({ id: delivery.id, token: secret });
  }
  let edits = 0;
  return {
    async edit() {
      const { id, token } = deliveries[edits % OWNERS] as (typeof deliveries)[number];
      const day = FIRST_DAY + edits++;
      const asked = performance.now();
      const response = await fetch(`${world.origin}/api/delivery/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ scheduled_time: new Date(Date.now() + day * DAY).toISOString() }),
      });
      const answer = await response.text();
      if (response.status !== 200) throw new Error(`An edit was answered with ${response.status}: ${answer}`);
      return performance.now() - asked;
    },
  };
}

/**
 * Edits at a steady pace, whether or not the edits before were answered.
 * @param until milliseconds since the epoch
 * @returns how long the answers took, in milliseconds, sorted; and what was refused
 */
export async function editSteadily(
  { edit }: Editors,
  perSecond: number,
  until: number,
): Promise<{ waits: number[]; failures: Error[] }> {
  const waits: number[] = [];
  const failures: Error[] = [];
  const calls: Promise<unknown>[] = [];
  for (let next = Date.now(); next < until; next += SECOND / perSecond) {
    await sleep(Math.max(0, next - Date.now()));
    calls.push(
      edit().then(
        (wait) => waits.push(wait),
        (error: Error) => failures.push(error),
      ),
    );
  }
  await Promise.all(calls);
  return { waits: waits.sort((a, b) => a - b), failures };
}
