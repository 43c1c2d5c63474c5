/** The real SDK against the simulator: what each answer means. Anything unclear must be unknown. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CALLS_AT_ONCE } from '#adapters/lost-call.ts';
import { twilioSms, twilioSmsWarnings, twilioWhatsApp, twilioWhatsAppWarnings } from '#adapters/twilio.ts';
import { ask, messages, simulator, TWILIO } from '../simulators/stand.ts';
import { answering, wire } from './answering.ts';
import { slowProvider } from './slow-provider.ts';
import { stuckProvider } from './stuck-provider.ts';

const APP = 'https://stillhere.example';
const ATTEMPT = '01890a5d-ac96-774b-bcce-b302099a8057';
const DELIVERY = '01890a5d-ac96-774b-bcce-b302099a8059';
const NAMES = { attemptId: ATTEMPT, deliveryId: DELIVERY, revision: 3 };
const NAMED = { attempt: ATTEMPT, delivery: DELIVERY, revision: '3' };
const MESSAGE = {
  to: '+351912345678',
  words: { recipient: 'Ana', sender: 'Helena Duarte' },
  linkSecret: 'the-secret-of-the-link',
  ...NAMES,
};
/** A suspended account, a policy, a template that is not approved, and limits of ours: nothing that a recipient could correct. */
const OUR_SET_UP = [30_002, 63_013, 63_016, 63_018, 63_026, 63_038];
/** Of one call, in milliseconds. No call that gets its answer may reach it, however busy the machine is. */
const TIMEOUT = 15_000;
const sender = (baseUrl: string, change: Partial<Parameters<typeof twilioWhatsApp>[0]> = {}) =>
  twilioWhatsApp({ ...TWILIO, baseUrl, appOrigin: APP, timeout: TIMEOUT, ...change });
const fault = (origin: string, body: object) => ask(origin, '/api/faults', { vendor: 'twilio', ...body });

describe('what Twilio’s answer means', () => {
  it('accepted, with the id of the message; the template is filled in, and each status names the attempt and its delivery', async () => {
    const { origin } = await simulator({ appOrigin: APP, eventDelay: 60_000 });
    const answer = await sender(origin).send(MESSAGE);
    const [message] = await messages(origin, '?channel=whatsapp&to=+351912345678');
    expect(answer).toEqual({ kind: 'accepted', messageId: message?.id });
    expect(message?.text).toContain('Hello Ana, this is Stillhere: Helena Duarte left something for you');
    expect(message?.text).toContain(`${APP}/m/the-secret-of-the-link`);
    expect(message?.custom_args).toEqual(NAMED);
  });

  it.each<[{ mode: string; status?: number; code?: number; retry_after?: number }, object]>([
    [
      { mode: 'status', status: 400 },
      { kind: 'permanent', failure: 'content-refused' },
    ],
    [
      { mode: 'status', status: 400, code: 21_211 },
      { kind: 'permanent', failure: 'no-whatsapp' },
    ],
    [
      { mode: 'status', status: 400, code: 21_610 },
      { kind: 'permanent', failure: 'no-whatsapp' },
    ],
    [
      { mode: 'status', status: 400, code: 63_003 },
      { kind: 'permanent', failure: 'no-whatsapp' },
    ],
    [
      { mode: 'status', status: 400, code: 63_024 },
      { kind: 'permanent', failure: 'no-whatsapp' },
    ],
    // A code that Twilio makes up tomorrow delays nobody's letter: there is another way for it.
    [
      { mode: 'status', status: 400, code: 69_999 },
      { kind: 'permanent', failure: 'content-refused' },
    ],
    [{ mode: 'status', status: 400, code: 63_007 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 400, code: 63_028 }, { kind: 'configuration' }],
    ...OUR_SET_UP.map((code): [{ mode: string; status: number; code: number }, object] => [
      { mode: 'status', status: 400, code },
      { kind: 'permanent', failure: 'content-refused', isOurs: true },
    ]),
    [{ mode: 'status', status: 503, code: 63_018 }, { kind: 'transient' }],
    // Also with a status that says "later": waiting does not help until an operator mends it.
    [
      { mode: 'status', status: 429, code: 63_018 },
      { kind: 'permanent', failure: 'content-refused', isOurs: true },
    ],
    [{ mode: 'status', status: 400, code: 21_655 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 401 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 403 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 404 }, { kind: 'configuration' }],
    [{ mode: 'status', status: 308 }, { kind: 'configuration' }],
    [
      { mode: 'status', status: 429, retry_after: 7 },
      { kind: 'transient', retryAfter: 7_000, reason: '429 20429' },
    ],
    [
      { mode: 'status', status: 500 },
      { kind: 'transient', retryAfter: null },
    ],
    [{ mode: 'status', status: 503 }, { kind: 'transient' }],
    // A gateway's word says nothing about what happened behind it.
    [{ mode: 'status', status: 502 }, { kind: 'unknown' }],
    [{ mode: 'status', status: 504 }, { kind: 'unknown' }],
    [{ mode: 'reset' }, { kind: 'unknown' }],
    [{ mode: 'accept_then_drop' }, { kind: 'unknown' }],
  ])('%j is %j', async (broken, meaning) => {
    const { origin } = await simulator();
    await fault(origin, broken);
    expect(await sender(origin).send(MESSAGE)).toMatchObject(meaning);
    expect(await messages(origin)).toHaveLength(broken.mode === 'accept_then_drop' ? 1 : 0);
  });

  it('a template of the recipient’s language is taken where there is one, else the English one', async () => {
    const { origin } = await simulator();
    const english = `HX${'1'.repeat(32)}`;
    const send = (contentSids: object, language: 'pt' | 'fr') =>
      sender(origin, { contentSid: english, contentSids }).send({ ...MESSAGE, language });
    expect(await send({ pt: TWILIO.contentSid }, 'pt')).toMatchObject({ kind: 'accepted' });
    expect(await send({ pt: TWILIO.contentSid }, 'fr')).toMatchObject({ kind: 'configuration' });
  });

  it('a refused key, number or template is a fault of our configuration', async () => {
    const { origin } = await simulator();
    const changes = [
      { authToken: 'wrong' },
      { accountSid: `AC${'1'.repeat(32)}` },
      { from: '+12025550199' },
      { contentSid: `HX${'1'.repeat(32)}` },
    ];
    for (const change of changes)
      expect(await sender(origin, change).send(MESSAGE), JSON.stringify(change)).toMatchObject({
        kind: 'configuration',
      });
    expect(await messages(origin)).toEqual([]);
  });

  it('an invalid number is refused permanently, and the reason does not contain it', async () => {
    const { origin } = await simulator();
    const answer = await sender(origin).send({ ...MESSAGE, to: '+0123' });
    expect(answer).toEqual({ kind: 'permanent', reason: '400 21211', failure: 'no-whatsapp' });
  });

  it.each<[number | null, string, boolean]>([
    [63_024, 'no-whatsapp', false],
    [null, 'no-whatsapp', false],
    ...OUR_SET_UP.map((code): [number, string, boolean] => [code, 'content-refused', true]),
  ])(
    'what was taken and failed at once for %s did not arrive, and says whose fault it is',
    async (code, failure, isOurs) => {
      const { origin, close } = await answering(
        wire('201 Created', { sid: 'SM1', status: 'failed', error_code: code }),
      );
      expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'permanent', failure, isOurs });
      close();
    },
  );

  it.each([
    ['an answer that is no JSON', 'HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\n<a>'],
    ['an answer that names no message', wire('200 OK', { welcome: 'to this network' })],
    ['a line cut off before the answer', null],
  ])('%s is unknown', async (_what, bytes) => {
    const { origin, close } = await answering(bytes);
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'unknown' });
    close();
  });

  it.each([
    ['no answer', ''],
    ['an answer that never ends', 'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\nx'],
  ])('%s is unknown, and not waited for beyond the time-out', async (_what, beginning) => {
    const { origin, deadlines } = await stuckProvider(beginning);
    expect(await sender(origin).send(MESSAGE)).toMatchObject({ kind: 'unknown' });
    expect(deadlines).toHaveBeenCalledWith(TIMEOUT);
  });

  it('a refused connection and one that never opens are transient: nothing was sent', async () => {
    const { origin, close } = await answering(null);
    const hurried = (baseUrl: string) => sender(baseUrl, { timeout: 700 }).send(MESSAGE);
    expect(await hurried(origin.replace('http:', 'https:'))).toMatchObject({ kind: 'transient' });
    close();
    const refused = await sender('http://127.0.0.1:9').send(MESSAGE);
    expect(refused).toMatchObject({ kind: 'transient', reason: 'ECONNREFUSED' });
    expect(await hurried('http://nobody.invalid')).toMatchObject({ kind: 'transient' });
  });

  it('the time of a call begins when it is sent: a rush at a slow provider gives no unknown outcomes', async () => {
    const provider = await slowProvider((response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}'),
    );
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    const whatsapp = sender(provider.origin);
    const answers = Promise.all(Array.from({ length: 3 * CALLS_AT_ONCE }, () => whatsapp.send(MESSAGE)));
    await provider.allArrived;
    expect(deadlines).toHaveBeenCalledTimes(CALLS_AT_ONCE);
    provider.open();
    expect((await answers).filter(({ kind }) => kind !== 'accepted')).toEqual([]);
  });
});

describe('asking for the status of a message', () => {
  it('gives the event of the callback, with the same id, so that it counts once', async () => {
    const { origin } = await simulator();
    const whatsapp = sender(origin);
    const idOf = async (to: string) => {
      const answer = await whatsapp.send({ ...MESSAGE, to });
      return answer.kind === 'accepted' ? (answer.messageId ?? '') : '';
    };
    const [arrived, not] = [await idOf('+351912345678'), await idOf('+351900000063')];
    const word = async (id: string) => (await whatsapp.ask(id))?.event;
    await vi.waitFor(async () => expect(await word(arrived)).toEqual({ kind: 'delivered' }), 10_000);
    await vi.waitFor(async () => expect(await word(not)).toEqual({ kind: 'failed', failure: 'no-whatsapp' }), 10_000);
    const known = { attemptId: null, messageId: not, name: 'undelivered 63024', occurredAt: expect.any(Date) };
    expect(await whatsapp.ask(not)).toMatchObject({ ...known, eventId: `${not}:undelivered:63024` });
  });

  it('gives a valid time, also where Twilio sends none', async () => {
    const { origin, close } = await answering(wire('200 OK', { sid: 'SM1', status: 'read', date_updated: 'lately' }));
    const event = await sender(origin).ask('SM1');
    expect([event?.name, Number.isNaN(event?.occurredAt.getTime())]).toEqual(['read', false]);
    close();
  });

  it('gives null for an unknown message, and after the timeout', async () => {
    const { origin } = await simulator();
    expect(await sender(origin).ask(`SM${'0'.repeat(32)}`)).toBeNull();
    const silent = await stuckProvider('');
    expect(await sender(silent.origin).ask('SM1')).toBeNull();
  });
});

describe('a warning to an owner', () => {
  const WARNING_SID = `HX${'9'.repeat(32)}`;
  const MESSAGE_ID = '019a8f5e-6f0c-7b58-9d53-0c1f7c6f2a19';
  const WARNING = { to: '+351912345678', text: 'Please check in:', path: 'check-in/secret', messageId: MESSAGE_ID };
  const account = { ...TWILIO, appOrigin: APP, timeout: TIMEOUT };

  it('goes by its own WhatsApp template, and each status names the message', async () => {
    const { origin } = await simulator({ appOrigin: APP, eventDelay: 60_000, warningContentSid: WARNING_SID });
    const whatsapp = twilioWhatsAppWarnings({ ...account, contentSid: WARNING_SID, baseUrl: origin });
    expect(await whatsapp.send(WARNING)).toMatchObject({ kind: 'accepted' });
    const [message] = await messages(origin, '?channel=whatsapp&to=+351912345678');
    expect(message?.text).toContain(`about your account. ${WARNING.text} Press`);
    expect(message?.text).toContain(`${APP}/${WARNING.path}`);
    expect(message).toMatchObject({ custom_args: { warning: MESSAGE_ID } });
  });

  it('goes as a text message with its link, and a code without one', async () => {
    const { origin } = await simulator({ appOrigin: APP, eventDelay: 60_000 });
    const sms = twilioSmsWarnings({ ...account, from: TWILIO.smsFrom, baseUrl: origin });
    await sms.send(WARNING);
    await sms.send({ ...WARNING, path: null });
    const sent = await messages(origin, '?channel=sms&to=+351912345678');
    expect(sent.map(({ text }) => text).sort()).toEqual([WARNING.text, `${WARNING.text} ${APP}/${WARNING.path}`]);
  });
});

describe('a text message', () => {
  const SMS = { to: '+351912345678', text: `Open it:\n${APP}/m/the-secret-of-the-link`, ...NAMES };
  const sms = (baseUrl: string) =>
    twilioSms({ ...TWILIO, from: TWILIO.smsFrom, baseUrl, appOrigin: APP, timeout: TIMEOUT });

  it('is sent from its own number with our text, and each status names the attempt', async () => {
    const { origin } = await simulator({ appOrigin: APP, eventDelay: 60_000 });
    const answer = await sms(origin).send(SMS);
    const [message] = await messages(origin, '?channel=sms&to=+351912345678');
    expect(answer).toEqual({ kind: 'accepted', messageId: message?.id });
    expect(message).toMatchObject({ text: SMS.text, from: TWILIO.smsFrom, custom_args: NAMED });
  });

  it.each<[number, object]>([
    [21_614, { kind: 'permanent', failure: 'no-sms' }],
    [21_606, { kind: 'configuration' }],
    [30_034, { kind: 'permanent', failure: 'content-refused', isOurs: true }],
  ])('refused with %i means', async (code, meaning) => {
    const { origin } = await simulator({ appOrigin: APP });
    await fault(origin, { mode: 'status', status: 400, code });
    expect(await sms(origin).send(SMS)).toMatchObject(meaning);
  });

  it('can be asked for its status as well', async () => {
    const { origin } = await simulator({ appOrigin: APP, eventDelay: 60_000 });
    const { send, ask: askStatus } = sms(origin);
    const answer = await send(SMS);
    const id = answer.kind === 'accepted' ? (answer.messageId ?? '') : '';
    await ask(origin, '/api/events', { message_id: id, event: 'undelivered', missed: true, code: 30_003 });
    expect(await askStatus(id)).toMatchObject({ event: { kind: 'failed', failure: 'no-sms' } });
  });
});
