/** Everything on record at the end of a drill: ours, and the provider's. */
import type { Down, DrillRecords } from './judge.ts';
import type { Owner } from './people.ts';
import type { Traffic } from './requests.ts';
import type { Stage } from './stage.ts';

/** What the drill itself knows. */
export interface Known {
  owners: readonly Owner[];
  /** The ids of the deliveries that it planted. */
  planted: readonly string[];
  traffic: Traffic;
  downs: readonly Down[];
}

const ids = (of: readonly string[]) => `{${of.join(',')}}`;

/** @returns the records, and how late the deliveries left, in seconds, sorted */
export async function readRecords(stage: Stage, { owners, planted, traffic, downs }: Known) {
  const rows = await stage.query<{ id: string; status: string; late: number | null; origin: string; owner_id: string }>(
    `select id, status, origin, owner_id, extract(epoch from sent_at - scheduled_time)::float8 as late from deliveries
      where id = any(?::uuid[]) or origin = 'release' and owner_id = any(?::uuid[])`,
    [ids([...planted, ...traffic.deliveries]), ids(owners.map(({ id }) => id))],
  );
  const found = new Set(rows.map(({ id }) => id));
  const attempts = await stage.query<{ id: string; delivery_id: string; reason: string | null }>(
    'select id, delivery_id, reason from delivery_attempts',
  );
  const released = await stage.query<{ owner_id: string; released_at: string | Date | null }>(
    'select owner_id, released_at from emergency_protocols where owner_id = any(?::uuid[])',
    [ids(owners.map(({ id }) => id))],
  );
  const releasedAt = new Map(released.map((row) => [row.owner_id, row.released_at]));
  const releases = Map.groupBy(
    rows.filter(({ origin }) => origin === 'release'),
    (row) => row.owner_id,
  );
  const records: DrillRecords = {
    deliveries: rows,
    attempts: attempts.map(({ delivery_id, ...attempt }) => ({ ...attempt, deliveryId: delivery_id })),
    messages: (await stage.outlines()).map(({ custom_args: of }) => ({
      attemptId: of.attempt_id ?? null,
      deliveryId: of.delivery_id ?? null,
    })),
    protocols: owners.map(({ id, isSilent, allowed, signs }) => {
      const at = releasedAt.get(id) ?? null;
      return {
        ...{ ownerId: id, isSilent, allowed, signs, releases: releases.get(id)?.length ?? 0 },
        releasedAt: at === null ? null : new Date(at).getTime(),
      };
    }),
    requests: traffic.requests,
    downs,
    missing: [
      ...[...planted, ...traffic.deliveries].filter((id) => !found.has(id)).map((id) => `the delivery ${id}`),
      ...(await lostLetters(stage, traffic.letters)),
    ],
  };
  const late = rows.map((row) => Math.max(0, row.late ?? 0)).sort((a, b) => a - b);
  return { records, late };
}

/** @returns the letters that people were told are saved, and are not there */
async function lostLetters(stage: Stage, letters: readonly string[]): Promise<string[]> {
  const rows = await stage.query<{ id: string }>('select id from contents where id = any(?::uuid[])', [ids(letters)]);
  const saved = new Set(rows.map(({ id }) => id));
  return letters.filter((id) => !saved.has(id)).map((id) => `the letter ${id}`);
}
