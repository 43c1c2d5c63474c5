/** The cluster as the drill uses it: its database and vendors, beside the processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import type { RunningCluster } from '#dev/cluster/start.ts';
import { say } from '#dev/terminal.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import type { Message, World } from '#tests/harness/world.ts';

const ASK_EACH = SECOND / 2;
const SAY_EACH = 15 * SECOND;

/** What planting and judging need of a cluster. */
export interface Stage extends Pick<World, 'context' | 'query' | 'messages'> {
  outlines(): Promise<Pick<Message, 'custom_args'>[]>;
  close(): Promise<void>;
}

/** @param env of the owner of the database */
export async function openStage(env: RunningCluster['env']): Promise<Stage> {
  const config = readEnv(env.owner);
  const parts = await compose(config);
  const messages = async <T>(query: string) =>
    (await (await fetch(`${config.SENDGRID_BASE_URL}/api/messages${query}`)).json()) as T;
  return {
    context: (): Context => ({
      em: parts.fork(),
      keyring: parts.keyring,
      now: new Date(),
      protocolDay: config.EMERGENCY_DAY_SECONDS * SECOND,
    }),
    query: <T>(sql: string, params: unknown[] = []) =>
      (parts.fork() as SqlEntityManager).execute<T[] & []>(sql, params) as Promise<T[]>,
    messages: (to) => messages(to ? `?to=${encodeURIComponent(to)}` : ''),
    outlines: () => messages('?body=none'),
    close: () => parts.close(),
  };
}

/**
 * Waits until something holds; an error counts as "not yet", since what it asks may be down.
 * @param what for the message when it takes too long
 * @param progress is printed now and then
 * @throws Error when the time is over
 */
export async function until(
  what: string,
  within: number,
  holds: () => Promise<boolean>,
  progress?: () => Promise<string>,
): Promise<void> {
  const end = Date.now() + within;
  for (let saidAt = Date.now(); ; ) {
    if (await holds().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`${what}: not within ${within / SECOND} s.`);
    if (progress && Date.now() > saidAt + SAY_EACH) {
      saidAt = Date.now();
      say(`  … ${await progress().catch(() => 'no answer')}`);
    }
    await sleep(ASK_EACH);
  }
}
