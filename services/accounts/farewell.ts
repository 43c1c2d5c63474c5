import { PLANS, type Plan } from '#domain/subscription/plan.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { contactsWhoWereTold } from '#services/emergency/enqueue-mails.ts';

/** What goes with an account. */
export interface WhatGoes {
  items: number;
  bytes: number;
  /** How many of the items everyone can see. */
  publicItems: number;
  contacts: number;
  /** How many contacts were told that its owner was not heard from, and would hear that nothing comes. */
  told: number;
  /** Would not be sent. */
  pending: DeliveryView[];
  /** How many were sent whose links would stop opening. */
  sent: number;
  /** The name of the plan that is paid for, and would be cancelled; null where nothing is paid. */
  paidPlan: string | null;
  /** Whether the owner has a password to show who they are. */
  hasPassword: boolean;
}

interface CountsRow {
  public: string;
  contacts: string;
  sent: string;
  paid_plan: Plan | null;
  has_password: boolean;
}

/** @returns what somebody should know before they delete their account */
export async function whatGoes(context: Context, accountId: string): Promise<WhatGoes> {
  const { byType } = await storageUse(context, accountId);
  const deliveries = await listDeliveries(context, accountId);
  const [row] = await context.em.execute<CountsRow[]>(
    `select u.password_hash is not null as has_password,
       (select plan from subscriptions s where s.owner_id = u.id and s.paid_each is not null) as paid_plan,
       (select count(*) from contents c where c.owner_id = u.id and c.is_public) as public,
       (select count(*) from trusted_contacts t where t.owner_id = u.id) as contacts,
       (select count(*) from deliveries d where d.owner_id = u.id and d.status = 'sent') as sent
     from users u where u.id = ?`,
    [accountId],
  );
  return {
    items: byType.reduce((sum, { items }) => sum + items, 0),
    bytes: byType.reduce((sum, { bytes }) => sum + bytes, 0),
    publicItems: Number(row?.public ?? 0),
    contacts: Number(row?.contacts ?? 0),
    told: (await contactsWhoWereTold(context.em, accountId)).length,
    pending: deliveries.filter(({ status }) => status === 'pending'),
    sent: Number(row?.sent ?? 0),
    paidPlan: row?.paid_plan ? PLANS[row.paid_plan].name : null,
    hasPassword: row?.has_password ?? true,
  };
}
