import type { EntityManager } from '@mikro-orm/postgresql';
import { HOUR, SECOND } from '#domain/time/durations.ts';

/** WhatsApp says within seconds that a message arrived, where the phone is on; of some it never is again. */
const HEARD_WITHIN = HOUR;

/** What waits for somebody else than a recipient's date. */
export interface Waiting {
  /** How long the oldest mail of each kind has waited for a provider to take it, in seconds; 0 when none waits. */
  mailSeconds: Record<'notice' | 'account' | 'billing' | 'report', number>;
  /** Messages that WhatsApp accepted more than an hour ago, of which nothing was heard since, and which nobody took back. */
  unheard: number;
}

/** @returns it for all owners together */
export async function whatWaits(em: EntityManager): Promise<Waiting> {
  const oldest = (table: string, also = '') =>
    `(select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from ${table} where next_try_at is not null ${also})`;
  // A mail about money that was never tried may wait for its owner, who is silent.
  const [row] = await em.execute<Record<string, number>[]>(
    `select ${oldest('notices')} as notice, ${oldest('account_mails')} as account, ${oldest('reports')} as report,
       ${oldest('billing_mails', 'and tries > 0')} as billing,
       (select count(*) from deliveries where channel = 'whatsapp' and status = 'sent' and fell_back_at is null
          and delivered_at is null and opened_at is null and link_revoked_at is null and sent_at < now() - ?::interval)::int as unheard`,
    [`${HEARD_WITHIN / SECOND} seconds`],
  );
  const { notice = 0, account = 0, billing = 0, report = 0, unheard = 0 } = row ?? {};
  return { mailSeconds: { notice, account, billing, report }, unheard };
}
