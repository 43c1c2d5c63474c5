import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { faultOfWebhookUrl, type WebhookAnswer, webhookStep } from '#domain/webhooks/webhooks.ts';

describe('the address of a webhook', () => {
  const fault = (url: string, toLocalhost = false) => faultOfWebhookUrl(url, { toLocalhost });

  test.each([
    'https://hooks.example.com/stillhere',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:8443/a?token=x',
    'https://bücher.example/x',
  ])('may be %s', (url) => {
    expect(fault(url)).toBeNull();
  });

  test.each([
    ['hooks.example.com', 'not-https'],
    ['', 'not-https'],
    ['http://hooks.example.com/', 'not-https'],
    ['ftp://hooks.example.com/', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['https://ana:secret@hooks.example.com/', 'with-password'],
    ['https://ana@hooks.example.com/', 'with-password'],
    ['https://127.0.0.1/', 'no-public-name'],
    ['https://2130706433/', 'no-public-name'],
    ['https://0x7f.1/', 'no-public-name'],
    ['https://8.8.8.8/', 'no-public-name'],
    ['https://[::1]/', 'no-public-name'],
    ['https://[::ffff:10.0.0.1]/', 'no-public-name'],
    ['https://localhost/', 'no-public-name'],
    ['https://app.localhost/', 'no-public-name'],
    ['https://postgres/', 'no-public-name'],
    ['https://nas.local/', 'no-public-name'],
    ['https://NAS.LOCAL./', 'no-public-name'],
    ['https://metadata.google.internal/', 'no-public-name'],
    ['https://router.home.arpa/', 'no-public-name'],
    ['https://hooks.example.com:25/', 'port'],
    ['https://hooks.example.com:1023/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
  ] as const)('is not %s: %s', (url, expected) => {
    expect(fault(url)).toBe(expected);
  });

  test('may be this machine only where that is allowed', () => {
    expect(['http://localhost:4000/', 'https://localhost:4000/'].map((url) => fault(url))).toEqual([
      'not-https',
      'no-public-name',
    ]);
    expect(['http://localhost:4000/', 'https://localhost:4000/'].map((url) => fault(url, true))).toEqual([null, null]);
    expect(fault('http://127.0.0.1:4000/', true)).toBe('not-https');
    expect(fault('http://hooks.example.com/', true)).toBe('not-https');
  });
});

describe('after a call', () => {
  const answered = (status: number, retryAfter: number | null = null): WebhookAnswer => ({
    ...{ kind: 'answered', status, retryAfter },
  });
  const TIMED_OUT: WebhookAnswer = { kind: 'failed', failure: 'time-out' };

  test.each([200, 202, 204, 299])('the status %s means that the message arrived', (status) => {
    expect(webhookStep('delivered', answered(status), 1)).toEqual({ kind: 'delivered' });
  });

  test.each([199, 301, 307, 400, 404, 429, 500, 503])('the status %s means another try', (status) => {
    expect(webhookStep('delivered', answered(status), 1)).toEqual({ kind: 'again', wait: 5 * SECOND });
  });

  test('the waits grow for three days, and then it is given up', () => {
    const waits = Array.from({ length: 9 }, (_, index) => webhookStep('released', TIMED_OUT, index + 1));
    const total = waits.reduce((sum, step) => sum + (step.kind === 'again' ? step.wait : Number.NaN), 0);
    expect(total).toBe(3 * DAY + 3 * HOUR + 35 * MINUTE + 5 * SECOND);
    expect(webhookStep('released', TIMED_OUT, 10)).toEqual({ kind: 'given-up', isGone: false });
  });

  test('Retry-After makes a wait longer, by a day at most, and never shorter', () => {
    const wait = (asked: number, tries: number) => webhookStep('delivered', answered(429, asked), tries);
    expect(wait(HOUR, 1)).toEqual({ kind: 'again', wait: HOUR });
    expect(wait(HOUR, 4)).toEqual({ kind: 'again', wait: 2 * HOUR });
    expect(wait(400 * DAY, 1)).toEqual({ kind: 'again', wait: DAY });
    expect(wait(-HOUR, 1)).toEqual({ kind: 'again', wait: 5 * SECOND });
  });

  test('410 ends it at once', () => {
    expect(webhookStep('delivered', answered(410), 1)).toEqual({ kind: 'given-up', isGone: true });
  });

  test('a test is made once', () => {
    expect(webhookStep('test', answered(500), 1)).toEqual({ kind: 'given-up', isGone: false });
    expect(webhookStep('test', answered(204), 1)).toEqual({ kind: 'delivered' });
  });
});
