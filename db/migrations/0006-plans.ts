import { Migration } from '@mikro-orm/migrations';

/** Plans as the payment provider knows them, and what it told us. */
export class Migration0006 extends Migration {
  override up(): void {
    this.addSql(`
      -- Who somebody is at the provider, also when their plan is over.
      create table customers (
        owner_id uuid primary key references users (id) on delete cascade,
        stripe_customer_id text not null unique
      );
      insert into customers (owner_id, stripe_customer_id)
        select owner_id, stripe_customer_id from subscriptions where stripe_customer_id is not null on conflict do nothing;

      alter table subscriptions
        add column status text not null default 'active' check (status in ('active', 'past-due')),
        -- When it was made at the provider.
        add column subscribed_at timestamptz null,
        add column period_ends_at timestamptz null,
        -- It ends with what has been paid for.
        add column is_ending boolean not null default false,
        -- Since when nothing is charged, because its owner's protocol is past its deadline.
        add column held_at timestamptz null,
        -- It has ended at the provider while it was held: it ends here once its owner is heard again.
        add column has_lapsed boolean not null default false,
        -- When it was last compared with the provider.
        add column checked_at timestamptz null;
      create index subscriptions_unchecked on subscriptions (checked_at nulls first) where stripe_subscription_id is not null;

      create table webhook_receipts (
        event_id text primary key,
        type text not null,
        received_at timestamptz not null
      );
      create index webhook_receipts_received on webhook_receipts (received_at);

      -- Mails about money; one for each thing at the provider that they are about.
      create table billing_mails (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        kind text not null check (kind in ('receipt', 'refund', 'payment-failed', 'plan-ended')),
        -- The provider's id of the invoice, refund or subscription.
        reference text not null,
        -- In cents of a US dollar.
        amount integer null,
        plan_type text null,
        created_at timestamptz not null,
        tries integer not null default 0,
        next_try_at timestamptz null,
        sent_at timestamptz null,
        constraint billing_mails_once unique (kind, reference),
        constraint billing_mails_amount check ((amount is not null) = (kind in ('receipt', 'refund', 'payment-failed')))
      );
      create index billing_mails_due on billing_mails (next_try_at) where next_try_at is not null;
      create index billing_mails_owner on billing_mails (owner_id);
    `);
  }
}
