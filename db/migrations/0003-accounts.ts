import { Migration } from '@mikro-orm/migrations';

/** The whole account: confirmed addresses, two secrets a session, Google, contacts, pictures, answers that are repeated. */
export class Migration0003 extends Migration {
  override up(): void {
    this.addSql(`
      -- When the address was proven to be theirs; accounts from before were never asked.
      alter table users add column email_confirmed_at timestamptz null;

      -- Two different secrets of one session: the cookie for pages, the token for calls. A call alone has no cookie.
      alter table sessions alter column cookie_hash drop not null;
      alter table sessions add column token_hash bytea null;
      alter table sessions add constraint sessions_token_hash_unique unique (token_hash);
      alter table sessions add constraint sessions_has_secret check (cookie_hash is not null or token_hash is not null);

      -- Who they are elsewhere. Never by address: an address can change hands.
      create table identities (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        issuer text not null,
        subject text not null,
        created_at timestamptz not null,
        constraint identities_once unique (issuer, subject)
      );
      create index identities_user on identities (user_id);

      -- What may be used once. The secret itself is an HMAC over purpose and id, and is not stored.
      create table secrets (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        purpose text not null check (purpose in ('exchange', 'confirm-email', 'reset-password', 'change-email')),
        -- The address it was sent to, and proves.
        email text null,
        -- SHA-256 of the session's cookie that an exchange code belongs to.
        cookie_hash bytea null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz null,
        constraint secrets_exchange check ((cookie_hash is not null) = (purpose = 'exchange')),
        constraint secrets_email check ((email is not null) = (purpose <> 'exchange'))
      );
      create index secrets_user on secrets (user_id);
      create index secrets_expired on secrets (expires_at);

      -- Mails about an account. The account may be gone when its last one goes out.
      create table account_mails (
        id uuid primary key,
        user_id uuid null references users (id) on delete set null,
        kind text not null,
        -- No name: whoever signs up chooses one, and the address may be a stranger's.
        email text not null,
        -- The link in it, for those that have one; used, expired or gone, the mail is not sent any more.
        secret_id uuid null references secrets (id) on delete set null,
        created_at timestamptz not null,
        tries integer not null default 0,
        next_try_at timestamptz null,
        sent_at timestamptz null
      );
      create index account_mails_due on account_mails (next_try_at) where next_try_at is not null;
      create index account_mails_user on account_mails (user_id);
      create index account_mails_secret on account_mails (secret_id);

      create table trusted_contacts (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        name text not null,
        email text not null,
        created_at timestamptz not null,
        constraint trusted_contacts_once unique (owner_id, email)
      );

      create table emergency_protocols (
        owner_id uuid primary key references users (id) on delete cascade,
        is_active boolean not null,
        inactive_days integer not null check (inactive_days between 7 and 365),
        safety_days integer not null check (safety_days between 1 and 30),
        last_check_in timestamptz not null,
        revision integer not null,
        synced_revision integer not null
      );

      -- The answer to a call that creates, for whoever repeats it with the same key.
      create table idempotency_keys (
        owner_id uuid not null references users (id) on delete cascade,
        key text not null,
        -- SHA-256 of method, path and body: the same key for something else is refused.
        request_hash bytea not null,
        status integer null,
        -- Ciphertext: answers carry titles.
        answer bytea null,
        created_at timestamptz not null,
        primary key (owner_id, key),
        constraint idempotency_keys_answer check ((status is null) = (answer is null))
      );
      create index idempotency_keys_created on idempotency_keys (created_at);

      -- Runs in the engine whose rows went with their account.
      create table doomed_runs (
        delivery_id uuid primary key,
        next_try_at timestamptz not null
      );
      create index doomed_runs_due on doomed_runs (next_try_at);

      -- Who pays for a plan, and as whom; a plan that was given has nothing of it.
      alter table subscriptions add column paid_each text null check (paid_each in ('month', 'year'));
      alter table subscriptions add column stripe_customer_id text null;
      alter table subscriptions add column stripe_subscription_id text null unique;
      alter table subscriptions add constraint subscriptions_paid
        check (num_nulls(paid_each, stripe_customer_id, stripe_subscription_id) in (0, 3));

      -- Payments that have become a plan, once.
      create table granted_checkouts (
        id text primary key,
        owner_id uuid not null references users (id) on delete cascade,
        granted_at timestamptz not null
      );
      create index granted_checkouts_owner on granted_checkouts (owner_id);

      -- What nobody has here any more still costs somebody money there, until it is cancelled.
      create table doomed_subscriptions (
        stripe_subscription_id text primary key,
        next_try_at timestamptz not null default now()
      );
      create index doomed_subscriptions_due on doomed_subscriptions (next_try_at);
      create function doom_subscription() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or new.stripe_subscription_id is distinct from old.stripe_subscription_id then
          insert into doomed_subscriptions (stripe_subscription_id) values (old.stripe_subscription_id) on conflict do nothing;
        end if;
        return null;
      end $$;
      create trigger subscriptions_doom after delete or update on subscriptions for each row
        when (old.stripe_subscription_id is not null) execute function doom_subscription();

      -- The face on a profile: small, square, ciphertext.
      create table pictures (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        sealed bytea not null,
        created_at timestamptz not null,
        constraint pictures_once unique (user_id)
      );

      -- Counters of tries, as rate-limiter-flexible keeps them: keys are hashes, expire is in milliseconds. What a crash
      -- of the database forgets here is no loss, and nothing of it goes into the log of writes.
      create unlogged table rate_limits (
        key text primary key,
        points integer not null default 0,
        expire bigint null
      );
      create index rate_limits_expire on rate_limits (expire);
    `);
  }
}
