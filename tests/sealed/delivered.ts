/** Sealed items that went out. No worker runs here that would send them. Measurements use this, too. */
import { linkSecret } from '#services/crypto/link.ts';
import type { Web } from '#tests/http/web.ts';
import { release } from '#tests/recipient/release.ts';
import type { Item } from './upload.ts';

/** The program of an owner. */
interface Owner {
  id: string;
  call(line: string, sent?: { json: unknown }): Promise<{ status: number; body: unknown }>;
}

/** A delivery and the path of its link. */
export interface Delivered {
  id: string;
  link: string;
}

const linkOf = (web: Web, id: string) => `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;

/** @returns a delivery that is scheduled */
export async function schedule(web: Web, owner: Owner, item: Pick<Item, 'id'>): Promise<Delivered> {
  const json = {
    content_id: item.id,
    scheduled_time: '2046-05-04T11:00:00Z',
    recipient_email: 'ana@example.com',
    recipient_name: 'Ana',
    delivery_type: 'email',
  };
  const { status, body } = await owner.call('POST /delivery/schedule', { json });
  if (status !== 201) throw new Error(`The delivery was not scheduled: ${status}`);
  const { id } = body as { id: string };
  return { id, link: linkOf(web, id) };
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
export async function openedDelivery(web: Web, owner: Owner, item: Pick<Item, 'id'>): Promise<Delivered> {
  const delivery = await schedule(web, owner, item);
  await markSent(web, delivery.id);
  const { status } = await web.visitor().post(delivery.link, { intent: 'open' });
  if (status !== 200) throw new Error(`The delivery was not opened: ${status}`);
  return delivery;
}

/** @returns the delivery of a release, to Rui; sent, not opened */
export async function sentRelease(web: Web, owner: Owner, items: readonly Pick<Item, 'id'>[]): Promise<Delivered> {
  for (const { id } of items) await owner.call(`PUT /content/${id}`, { json: { is_emergency: true } });
  await web.query('update users set email_confirmed_at = now() where id = ?', [owner.id]);
  await owner.call('PUT /emergency/settings?is_active=true');
  const id = (await release(web.fork(), owner.id, ['Rui'])).get('Rui') ?? '';
  await markSent(web, id);
  return { id, link: linkOf(web, id) };
}
