import { hashSecret, openSession } from '#services/accounts/sessions.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { newId } from '#services/ids.ts';
import { createText } from '#services/vault/change-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { keep, type Vault } from '#tests/vault/vault.ts';

/** A person with a row in every table that a person can have rows in. */
export async function createFullOwner(vault: Vault) {
  const context = () => vault.context();
  const person = await vault.person('premium');
  const rehearsal = newId();
  const webhook = newId();
  const letter = await createText(context(), person.id, { title: 'A', content: 'Dear Ana', is_public: true });
  await editContent(context(), person.id, letter.id, { content: 'Dear Ana, dear Rui' });
  const picture = await keep(vault, person.id, Buffer.alloc(300_000, 7));
  const delivery = await scheduleDelivery(context(), person.id, scheduleOf(letter.id));
  await addContact(context(), person.id, { name: 'Ana', email: 'ana@example.com', language: 'pt' });
  await checkIn(context(), person.id);
  const [file, attempt] = [picture.file_id ?? '', newId()];
  for (const [sql, params] of [
    [
      `insert into identities (id, user_id, issuer, subject, created_at) values (?, ?, 'x', ?, now())`,
      [newId(), person.id, person.id],
    ],
    [`insert into pictures (id, user_id, sealed, created_at) values (?, ?, '\\x00', now())`, [newId(), person.id]],
    [
      `insert into idempotency_keys (owner_id, key, request_hash, created_at) values (?, 'k', '\\x00', now())`,
      [person.id],
    ],
    [
      `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id)
       values (?, 'plus', 'year', 'cus', ?) on conflict (owner_id) do update set paid_each = excluded.paid_each,
         stripe_customer_id = excluded.stripe_customer_id, stripe_subscription_id = excluded.stripe_subscription_id`,
      [person.id, person.id],
    ],
    [
      `insert into contact_mails (id, owner_id, contact_id, kind, email, created_at)
       select ?, owner_id, id, 'test', email, now() from trusted_contacts where owner_id = ?`,
      [newId(), person.id],
    ],
    [
      `insert into emergency_plan_items (content_id, contact_id, owner_id, after_days)
       select ?, id, owner_id, 14 from trusted_contacts where owner_id = ?`,
      [letter.id, person.id],
    ],
    [`insert into customers (owner_id, stripe_customer_id) values (?, ?)`, [person.id, person.id]],
    [
      `insert into billing_mails (id, owner_id, kind, reference, created_at) values (?, ?, 'plan-ended', ?, now())`,
      [newId(), person.id, person.id],
    ],
    [`insert into granted_checkouts (id, owner_id, granted_at) values (?, ?, now())`, [person.id, person.id]],
    [`insert into reports (id, content_id, reason, created_at) values (?, ?, 'spam', now())`, [newId(), letter.id]],
    [`insert into parcels (content_id, owner_id, meta, key) values (?, ?, '', '')`, [letter.id, person.id]],
    [`insert into parcel_shares (content_id, share) values (?, '')`, [letter.id]],
    [`insert into thumbnails (file_id, state) values (?, 'failed') on conflict do nothing`, [file]],
    [
      `insert into delivery_attempts (id, delivery_id, revision, n, state, rejection, started_at) values (?, ?, 1, 1, 'rejected', 'transient', now())`,
      [attempt, delivery.id],
    ],
    [
      `insert into notices (id, owner_id, kind, delivery_id, revision, created_at) values (?, ?, 'delivery-delayed', ?, 1, now())`,
      [newId(), person.id, delivery.id],
    ],
    [
      `insert into provider_events (id, provider, event_id, attempt_id, name, occurred_at, received_at) values (?, 'x', ?, ?, 'deferred', now(), now())`,
      [newId(), newId(), attempt],
    ],
    [
      `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at) values (?, ?, 1, 'reminder', 1, 'accepted', now(), now())`,
      [newId(), person.id],
    ],
    [
      `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
       values (?, ?, 1, 'contact-told', 0, 'ana@example.com', 'Ana', 'accepted', now(), now())`,
      [newId(), person.id],
    ],
    [
      `insert into api_tokens (id, user_id, name, scope, token_hash, created_at)
       values (?, ?, 'Kitchen button', 'check-in', sha256(?::bytea), now())`,
      [newId(), person.id, newId()],
    ],
    [
      `insert into webhooks (id, owner_id, url, events, created_at) values (?, ?, '', array['delivered'], now())`,
      [webhook, person.id],
    ],
    [`insert into webhook_secrets (webhook_id, secret) values (?, '')`, [webhook]],
    [
      `insert into webhook_messages (id, webhook_id, kind, data, created_at) values (?, ?, 'delivered', '{}', now())`,
      [newId(), webhook],
    ],
    [
      `insert into totp_factors (user_id, sealed, last_step, created_at, recovery_made_at) values (?, '\\x00', 0, now(), now())`,
      [person.id],
    ],
    [`insert into recovery_codes (user_id, code_hash) values (?, '\\x00')`, [person.id]],
    [
      `insert into duress_passwords (owner_id, password_hash, contact_id, hold_days)
       select owner_id, '', id, 90 from trusted_contacts where owner_id = ?`,
      [person.id],
    ],
    [
      `insert into duress_holds (owner_id, id, contact_id, began_at, ends_at, ended_by)
       select owner_id, gen_random_uuid(), id, now() - interval '1 day', now(), 'owner' from trusted_contacts where owner_id = ?`,
      [person.id],
    ],
    [
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, aaguid, is_backup_eligible,
         is_backed_up, name, created_at)
       values (?, ?, sha256(?::bytea), '\\x00', 0, '', '00000000-0000-0000-0000-000000000000', false, false, 'My phone', now())`,
      [newId(), person.id, newId()],
    ],
    [
      `insert into contact_acts (id, owner_id, episode, kind, email, name, at)
       values (?, ?, 1, 'heard', 'ana@example.com', 'Ana', now())`,
      [newId(), person.id],
    ],
    [
      `insert into warning_channels (owner_id, channel, address, is_used) values (?, 'sms', '+351912345678', true)`,
      [person.id],
    ],
    [
      `insert into warning_messages (id, owner_id, kind, channel, address, state, created_at)
       values (?, ?, 'code', 'sms', '+351912345678', 'waiting', now())`,
      [newId(), person.id],
    ],
    [`insert into rehearsal_nudges (owner_id, nudged_at) values (?, now())`, [person.id]],
    [
      `insert into rehearsals (id, owner_id, frozen, created_at, ends_at) values (?, ?, '{}', now(), now())`,
      [rehearsal, person.id],
    ],
    [
      `insert into rehearsal_messages (id, rehearsal_id, n, kind, at, due_at, state)
       values (?, ?, 0, 'missed', now(), now(), 'waiting')`,
      [newId(), rehearsal],
    ],
  ] as const)
    await vault.query(sql, [...params]);
  await vault.query(
    `insert into jobs (kind, subject)
     select job, id::text from notices, unnest(array['notice', 'opened-mail']) as k (job) where owner_id = ? union all
     select 'billing-mail', id::text from billing_mails where owner_id = ? union all
     select 'emergency-mail', id::text from emergency_mails where owner_id = ? union all
     select 'warning-message', id::text from warning_messages where owner_id = ? union all
     select 'webhook', id::text from webhook_messages where webhook_id = ? union all
     select 'rehearsal-message', id::text from rehearsal_messages where rehearsal_id = ? union all
     select 'report', id::text from reports where content_id = ? union all select 'thumbnail', ? on conflict do nothing`,
    [person.id, person.id, person.id, person.id, webhook, rehearsal, letter.id, file],
  );
  return { ...person, delivery, session: await sessionOf(vault, person.id) };
}

/** @returns the id of a new session of theirs */
export async function sessionOf(vault: Vault, userId: string): Promise<string> {
  const secret = await openSession(vault.context(), userId, { userAgent: 'tests' }, 'cookie');
  const [row] = await vault.query<{ id: string }>('select id from sessions where cookie_hash = ?', [
    hashSecret(secret),
  ]);
  return row?.id ?? '';
}
