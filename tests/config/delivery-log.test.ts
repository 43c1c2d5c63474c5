/** One line tells what was done about a delivery. */
import { expect, it } from 'vitest';
import { createLogger } from '#config/log.ts';
import type { DeliveryStep } from '#services/deliveries/deliver.ts';
import { failureLine } from '#services/events/record-provider-events.ts';
import { withoutDetails } from '#worker/activities/without-details.ts';
import { logFailure, logStep } from '#worker/delivery-log.ts';

const STEP: DeliveryStep = {
  kind: 'step',
  deliveryId: 'd1',
  revision: 2,
  attemptId: 'a1',
  channel: 'email',
  because: 'accepted',
  result: { kind: 'sent' },
};

function logged(change: Partial<DeliveryStep>): Record<string, unknown> {
  const lines: string[] = [];
  logStep(createLogger({ LOG_LEVEL: 'info' }, 'worker', { write: (line) => lines.push(line) }), { ...STEP, ...change });
  expect(lines).toHaveLength(1);
  const { time: _, process: __, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  return line;
}

it('names the try, the revision, the channel and the outcome', () => {
  const who = { delivery: 'd1', revision: 2, channel: 'email' };
  expect(logged({})).toEqual({
    level: 30,
    ...who,
    attempt: 'a1',
    answer: 'accepted',
    result: 'sent',
    msg: 'a step of a delivery',
  });
  const until = '2026-11-21T18:00:00.000Z';
  const later: DeliveryStep['result'] = { kind: 'later', at: until, waitsFor: 'try 2, after a refusal that may pass' };
  expect(logged({ because: 'transient', result: later })).toMatchObject({ ...who, until, waitsFor: later.waitsFor });
  const failed: DeliveryStep['result'] = { kind: 'failed', failure: 'invalid-recipient' };
  expect(logged({ because: 'permanent', result: failed })).toMatchObject({ ...who, failure: 'invalid-recipient' });
  expect(logged({ because: 'mark-unknown', attemptId: null, result: later })).not.toHaveProperty('attempt');
});

it('is an alarm if the provider refuses our configuration', () => {
  const result: DeliveryStep['result'] = { kind: 'later', at: '2026-11-21T18:00:00.000Z', waitsFor: 'x' };
  expect(logged({ because: 'configuration', result })).toMatchObject({
    level: 50,
    msg: expect.stringMatching(/^ALARM: /),
  });
});

it('is an alarm if a message is accepted, fails at once because of our configuration, and falls back to email', () => {
  const result: DeliveryStep['result'] = { kind: 'resync', revision: 3, sendAt: '2026-11-21T18:00:00.000Z' };
  const step = { because: 'permanent', channel: 'whatsapp', result } as const;
  expect(logged({ ...step, isOurs: true })).toMatchObject({
    level: 50,
    delivery: 'd1',
    result: 'resync',
    msg: expect.stringMatching(/^ALARM: /),
  });
  expect(logged({ ...step, isOurs: false })).toMatchObject({ level: 30 });
});

it('is an alarm if the status of a message shows a fault of our configuration', () => {
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'info' }, 'worker', { write: (line) => lines.push(line) });
  const about = { eventId: 'e1', attemptId: 'a1', mailId: null, messageId: 'm1', occurredAt: new Date() };
  const event = { ...about, name: 'undelivered 63042', event: { kind: 'failed', failure: 'content-refused' } } as const;
  for (const isOurs of [true, false]) {
    const line = failureLine('twilio', { ...event, isOurs }, 'd1');
    if (line) logFailure(log, line);
  }
  expect(failureLine('twilio', { ...event, event: { kind: 'delivered' } }, 'd1')).toBeNull();
  const fields = { provider: 'twilio', delivery: 'd1', attempt: 'a1', event: 'undelivered 63042' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, ...fields, msg: expect.stringMatching(/^ALARM: /) },
    { level: 30, ...fields, msg: 'a message did not arrive' },
  ]);
});

it('names the delivery of an activity that failed, and tells the engine only the kind of failure', async () => {
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'info' }, 'worker', { write: (line) => lines.push(line) });
  const failing = withoutDetails(log, { delivery: 'd1' }, async () => {
    throw Object.assign(new Error('violates a check\nFailing row contains (Ana)'), { code: '23514' });
  });
  await expect(failing).rejects.toThrow(/^Error 23514; see the worker's log$/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ delivery: 'd1', err: { code: '23514' } });
  expect(lines.join()).not.toContain('Ana');
});
