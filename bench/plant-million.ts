/**
 * What waits in a large installation: pending deliveries and running protocols that the engine knows, and that are not due
 * while a benchmark runs. Nothing in it opens; the keys of its owners are no keys.
 */
import { ID, writeRows } from './plant-rows.ts';

const OWNER = ID('owner', 'm');
const DELIVERY = ID('delivery', 'n');
/** Nothing planted here is due sooner. */
const NOT_BEFORE = "interval '2 hours'";

/** @param deliveries how many; a fifth as many protocols */
export async function plantMillion(url: string, deliveries: number): Promise<void> {
  const owners = Math.ceil(deliveries / 5);
  const people = `generate_series(1, ${owners}) m`;
  await writeRows(url, [
    `insert into users (id, email, name, time_zone, wrapped_key, created_at, email_confirmed_at)
       select ${OWNER}, 'owner-' || m || '@example.com', 'Helena', 'UTC', '\\x00', now(), now() from ${people}`,
    `insert into trusted_contacts (id, owner_id, name, email, created_at)
       select ${OWNER}, ${OWNER}, 'Rui', 'rui@example.com', now() from ${people}`,
    // Each step is a reminder, on one of the days of a silence that has just begun.
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, revision,
         synced_revision, stage, is_blocked, next_step_at, engine_checked_at)
       select ${OWNER}, true, 30, 3, now(), 1, 1, 'armed', false, now() + ${NOT_BEFORE} + random() * interval '23 days', now()
       from ${people}`,
    // Near dates are more frequent than far ones, and people choose minutes.
    `insert into deliveries (id, owner_id, channel, recipient_email, scheduled_time, time_zone, status, origin, revision,
         synced_revision, next_attempt_at, is_unconfirmed, link_epoch, engine_checked_at, created_at)
       select ${DELIVERY}, md5('owner' || (n % ${owners} + 1))::uuid, 'email', 'person-' || n || '@example.com', due, 'UTC',
         'pending', 'owner', 1, 1, due, false, 1, now(), now()
       from (select n, date_trunc('minute', now() + ${NOT_BEFORE} + power(random(), 3) * interval '40 years') as due
         from generate_series(1, ${deliveries}) n) as l`,
  ]);
}
