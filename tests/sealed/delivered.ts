/** Sealed items that went out. No worker runs in these tests that would send them. */
import { expect } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import type { Client } from '#tests/api/client.ts';
import type { Web } from '#tests/http/web.ts';
import { release } from '#tests/recipient/release.ts';
import type { Item } from './upload.ts';

/** A delivery and the path of its link. */
export interface Delivered {
  id: string;
  link: string;
}

const linkOf = (web: Web, id: string) => `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;

/** @returns a delivery that is scheduled */
export async function schedule(web: Web, owner: Client, item: Pick<Item, 'id'>): Promise<Delivered> {
  const json = {
    content_id: item.id,
    scheduled_time: '2046-05-04T11:00:00Z',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    delivery_type: 'email',
  };
  const { status, body } = await owner.call<{ id: string }>('POST /delivery/schedule', { json });
  expect(status).toBe(201);
  return { id: body.id, link: linkOf(web, body.id) };
}

export async function markSent(web: Web, id: string): Promise<void> {
  await web.query(
    "update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?",
    [id],
  );
  await web.query(
    'update delivery_contents d set frozen_head = c.head, frozen_body = c.body from contents c where c.id = d.content_id and d.delivery_id = ?',
    [id],
  );
}

/** @returns a delivery that was sent and opened */
export async function openedDelivery(web: Web, owner: Client, item: Pick<Item, 'id'>): Promise<Delivered> {
  const delivery = await schedule(web, owner, item);
  await markSent(web, delivery.id);
  expect((await web.visitor().post(delivery.link, { intent: 'open' })).status).toBe(200);
  return delivery;
}

/** @returns the delivery of a release, to Rui; sent, not opened */
export async function sentRelease(web: Web, owner: Client, items: readonly Pick<Item, 'id'>[]): Promise<Delivered> {
  for (const { id } of items) await owner.call(`PUT /content/${id}`, { json: { is_emergency: true } });
  await web.query('update users set email_confirmed_at = now() where id = ?', [owner.id]);
  await owner.call('PUT /emergency/settings?is_active=true');
  const id = (await release(web.fork(), owner.id, ['Rui'])).get('Rui') ?? '';
  await markSent(web, id);
  return { id, link: linkOf(web, id) };
}
