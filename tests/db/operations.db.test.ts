/** Metrics of the last hour and of what waits, from every process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/time/durations.ts';
import { resendDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { newId } from '#services/ids.ts';
import { appendTimeline } from '#services/timeline.ts';
import { createPost, type Post } from '#tests/harness/post.ts';
import { createMetrics } from '#worker/metrics.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());

/** The lines of a scrape, without Node's own metrics. */
async function scrape(): Promise<string[]> {
  const text = await createMetrics(() => post.stage.context().em).registry.metrics();
  return text.split('\n').filter((line) => line.startsWith('stillhere_'));
}
const about = async (name: string) => (await scrape()).filter((line) => line.startsWith(name));

test('a worker shows what webhooks recorded in another process', async () => {
  const id = await post.due();
  await post.deliver(id);
  const [whatsapp] = post.sent;
  if (!whatsapp) throw new Error('Nothing was sent.');
  await post.record([post.event(whatsapp, { kind: 'failed', failure: 'no-whatsapp' })]);
  await post.deliver(id, 2);
  const email = post.sent.at(-1) ?? whatsapp;
  await post.record([post.event(email, { kind: 'failed', failure: 'bounced' })], 'sendgrid');
  expect(await about('stillhere_deliveries_last_hour')).toEqual([
    'stillhere_deliveries_last_hour{outcome="failed",why="bounced"} 1',
    'stillhere_deliveries_last_hour{outcome="fell-back",why="no-whatsapp"} 1',
    'stillhere_deliveries_last_hour{outcome="sent",why=""} 2',
  ]);
  expect(await about('stillhere_provider_events_last_hour')).toEqual([
    'stillhere_provider_events_last_hour{provider="sendgrid",event="failed"} 1',
    'stillhere_provider_events_last_hour{provider="twilio",event="failed"} 1',
  ]);
});

test('shows events for an hour, and reads only new rows', async () => {
  const before = await about('stillhere_deliveries_last_hour');
  const { em } = post.stage.context();
  const at = new Date(Date.now() - 3_700_000);
  await em.transactional((tx) =>
    appendTimeline(tx, at, [
      { ownerId: post.helena.id, kind: 'delivery-sent', actor: 'stillhere', deliveryId: newId() },
    ]),
  );
  await post.query(
    `update timeline set id = overlay(id::text placing '00000000' from 1)::uuid where at < now() - interval '1 hour'`,
  );
  expect(await about('stillhere_deliveries_last_hour')).toEqual(before);
});

test('shows the age of the oldest waiting mail, and counts messages without a report after an hour', async () => {
  expect(await about('stillhere_messages_unreported')).toEqual(['stillhere_messages_unreported 0']);
  const id = await post.due();
  await post.deliver(id);
  await post.pass(id, 3_700_000);
  await post.query(`update jobs set created_at = now() - interval '20 minutes' where kind = 'notice'`);
  await post.query('delete from account_mails');
  expect(await about('stillhere_messages_unreported')).toEqual(['stillhere_messages_unreported 1']);
  const waiting = (await about('stillhere_mail_waiting_seconds')).map((line) =>
    line.replace(/[\d.]+$/, (seconds) => `${Math.floor(Number(seconds) / 600) * 10} minutes`),
  );
  expect(waiting).toEqual([
    'stillhere_mail_waiting_seconds{kind="notice"} 20 minutes',
    'stillhere_mail_waiting_seconds{kind="account"} 0 minutes',
    'stillhere_mail_waiting_seconds{kind="billing"} 0 minutes',
    'stillhere_mail_waiting_seconds{kind="report"} 0 minutes',
  ]);
  // A revoked delivery gets no report any longer: it would be counted forever.
  await revokeLink(post.stage.context(), post.helena.id, id);
  expect(await about('stillhere_messages_unreported')).toEqual(['stillhere_messages_unreported 0']);
});

test('counts what a worker did by outcome, and shows the age of what is overdue', async () => {
  const { registry, observe } = createMetrics(() => post.stage.context().em);
  observe({ kind: 'answer', channel: 'whatsapp', answer: 'configuration' });
  observe({ kind: 'further-copy' });
  observe({ kind: 'gave-up' });
  observe({ kind: 'sent', latenessSeconds: 3 });
  await post.due();
  const text = await registry.metrics();
  expect(text).toContain('stillhere_provider_answers_total{channel="whatsapp",answer="configuration"} 1\n');
  expect(text).toContain('stillhere_further_copies_total 1\n');
  expect(text).toContain('stillhere_unconfirmed_total 1\n');
  expect(text).toContain('stillhere_delivery_lateness_seconds_bucket{le="5"} 1\n');
  expect(Number(/^stillhere_oldest_overdue_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(1.9);
});

test('measures lateness from when a message was due: one that is resent after a year is on time', async () => {
  const lateness = () => post.observed.flatMap((one) => (one.kind === 'sent' ? [one.latenessSeconds] : [])).at(-1) ?? 0;
  const id = await post.due();
  await post.query("update deliveries set next_attempt_at = now() - interval '1 hour' where id = ?", [id]);
  await post.deliver(id);
  expect(Math.floor(lateness() / 3_600)).toBe(1);

  await post.query("update deliveries set scheduled_time = now() - interval '1 year' where id = ?", [id]);
  await resendDelivery(post.stage.context(), post.helena.id, id);
  post.answers.whatsapp = [{ kind: 'transient', reason: '503', retryAfter: null }];
  await post.deliver(id, 2);
  await post.pass(id, 2 * HOUR);
  await post.deliver(id, 2);
  expect(Math.floor(lateness() / 3_600)).toBe(2);
});

test('labels contain no personal data', async () => {
  const lines = (await scrape()).join('\n');
  expect(lines).not.toMatch(/@|\+351|[0-9a-f]{8}-[0-9a-f]{4}|Ana|Helena/);
});
