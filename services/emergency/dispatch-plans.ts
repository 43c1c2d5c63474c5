import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stage } from '#domain/emergency/protocol.ts';
import { tellOutbox } from '#services/engine/tell-outbox.ts';
import type { Engine } from '#services/ports/engine.ts';

interface Row {
  is_active: boolean;
  is_blocked: boolean;
  next_step_at: Date | null;
  stage: Stage;
  episode: number;
}

/**
 * Tells the engine the newest plan of protocols it has not heard of. The owner of one that is armed and runs was heard a
 * moment ago: every change in that stage but a stop is a sign of life, and nothing had been said to them.
 * @returns how many were told; when it is not 0, more may be waiting
 * @throws when the engine did not answer; what it was not told stays in the outbox
 */
export function dispatchPlans(em: EntityManager, engine: Pick<Engine, 'announceProtocol'>): Promise<number> {
  return tellOutbox<Row>(em, {
    table: 'emergency_protocols',
    key: 'owner_id',
    columns: 'is_active, is_blocked, next_step_at, stage, episode',
    tell: ({ id, revision, is_active, is_blocked, next_step_at, stage, episode }) =>
      engine.announceProtocol({
        ownerId: id,
        revision,
        wakeAt: next_step_at && new Date(next_step_at),
        isOver: !is_active,
        stage,
        episode,
        isCheckIn: is_active && !is_blocked && stage === 'armed',
      }),
  });
}
