import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { CLOCK_NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import { WARNING_KINDS } from '#domain/emergency/protocol.ts';
import type { Language } from '#domain/language.ts';
import { record } from '#services/append-record.ts';
import { mailAlternate } from '#services/mails/enqueue-emergency-mails.ts';
import { planAgain } from './change-protocol.ts';
import { forgetBounce, noteBounce } from './contact-mails.ts';
import { lockProtocol } from './protocol-row.ts';

/** What a provider reported of a mail. */
export interface Settled {
  mailId: string;
  state: 'accepted' | 'deferred' | 'delivered' | 'bounced';
  /** Why it bounced, where the provider said so. */
  failure?: FailureCode;
  /** When that was, by the provider's clock; left out, it is now. */
  at?: Date;
}

/** The protocol waits until these are accepted; the others do not delay it. */
const WARNINGS: readonly EmergencyMailKind[] = WARNING_KINDS;

/**
 * Records what became of mails, in this transaction, and plans the protocols anew that waited for them. A bounce is final,
 * in whatever order the events arrive; what a check-in has withdrawn meanwhile remains withdrawn. An owner is mailed at once
 * about a mail to a contact that came back. Owners are locked in the order of their ids, and before anything else that the
 * transaction locks.
 * @param day the length of a protocol day, in milliseconds
 */
export async function settleMails(tx: EntityManager, day: number, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const owners = await query(tx)
    .selectFrom('emergency_mails')
    .select(['id', 'owner_id'])
    .where(
      'id',
      'in',
      settled.map(({ mailId }) => mailId),
    )
    .execute();
  const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]));
  for (const ownerId of [...new Set(ownerOf.values())].sort()) {
    const protocol = await lockProtocol(tx, ownerId, day);
    let isWarningSettled = false;
    for (const one of settled.filter(({ mailId }) => ownerOf.get(mailId) === ownerId)) {
      const changed = await settle(tx, one);
      if (changed) record(tx, ownerId, `protocol-mail-${one.state}`, { mail_id: one.mailId, mail: changed.kind });
      if (changed?.email) await noteReach(tx, ownerId, { ...changed, email: changed.email }, one);
      if (changed && changed.episode === protocol?.episode && WARNINGS.includes(changed.kind)) isWarningSettled = true;
    }
    if (isWarningSettled) await planAgain(tx, ownerId, day);
  }
}

/** What a mail to a contact says about their address; one that came back goes to their second one. A mail that its reader calls spam has arrived. */
async function noteReach(
  tx: EntityManager,
  ownerId: string,
  {
    email,
    name,
    kind,
    episode,
    language,
  }: Pick<Tables['emergency_mails'], 'name' | 'kind' | 'episode'> & {
    email: string;
    language: Language;
  },
  { state, failure }: Pick<Settled, 'state' | 'failure'>,
): Promise<void> {
  if (state === 'delivered') await forgetBounce(tx, ownerId, email);
  if (state !== 'bounced' || failure === 'reported') return;
  await noteBounce(tx, ownerId, email);
  await mailAlternate(tx, { owner_id: ownerId, episode, kind, name: name ?? '', email, language });
}

async function settle(tx: EntityManager, { mailId, state, at }: Settled) {
  // A provider's clock may run ahead.
  const reportedAt = at ? sql<Date>`least(${CLOCK_NOW}, ${at.toISOString()}::timestamptz)` : CLOCK_NOW;
  return query(tx)
    .updateTable('emergency_mails')
    .set(({ eb, fn, and }) => ({
      state: state === 'bounced' ? ('bounced' as const) : ('accepted' as const),
      // A bounced mail keeps the instant at which it was accepted. A deferred one counts from its delivery: before that its
      // reader could not have read it.
      settled_at:
        state === 'delivered'
          ? eb
              .case()
              .when(and([eb('deferred_at', 'is not', null), eb('delivered_at', 'is', null)]))
              .then(CLOCK_NOW)
              .else(fn.coalesce('settled_at', CLOCK_NOW))
              .end()
          : fn.coalesce('settled_at', CLOCK_NOW),
      ...(state === 'deferred' && { deferred_at: fn<Date>('greatest', ['deferred_at', reportedAt]) }),
      ...(state === 'delivered' && { delivered_at: fn.coalesce('delivered_at', reportedAt) }),
      ...(state === 'bounced' && { bounced_at: reportedAt }),
    }))
    .where('id', '=', mailId)
    .where('state', 'in', state === 'accepted' ? ['waiting'] : ['waiting', 'accepted'])
    .returning(['kind', 'episode', 'email', 'name', 'language'])
    .executeTakeFirst();
}
