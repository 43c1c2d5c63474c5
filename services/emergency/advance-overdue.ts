import { idArray } from '#services/deliveries/locked.ts';
import { inParallel } from '#services/in-parallel.ts';
import { advanceProtocol, type Keeper } from './advance.ts';

const AT_ONCE = 50;
const IN_FLIGHT = 4;

/** Which protocols somebody wants moved on. */
export interface Overdue {
  /** For how long something has been due, at least; milliseconds. */
  overdueBy: number;
  /** Owners whose protocol is left out. */
  except: readonly string[];
  /** Hears of each that could not be moved on; the others are. */
  onFailure(ownerId: string, error: unknown): void;
}

/**
 * Moves on what is overdue and in nobody's hands, straight from Postgres, by the same verb as the workflows: on time while
 * the engine is down. The longest overdue come first.
 * @returns whether there may be more
 */
export async function advanceOverdue(keeper: Keeper, { overdueBy, except, onFailure }: Overdue): Promise<boolean> {
  const rows = await keeper.fork().execute<{ owner_id: string }[]>(
    `select owner_id from emergency_protocols where next_step_at <= now() - ?::interval
       and owner_id <> all(?::uuid[]) order by next_step_at limit ${AT_ONCE} for update skip locked`,
    [`${overdueBy} milliseconds`, idArray(except)],
  );
  await inParallel(rows, IN_FLIGHT, async ({ owner_id: id }) => {
    await advanceProtocol(keeper, id).catch((error: unknown) => onFailure(id, error));
  });
  return rows.length === AT_ONCE;
}
