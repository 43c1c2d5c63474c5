import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TEMPLATE } from '@stillhere/simulators';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ask, messages, simulator, TWILIO, temporaryFolder } from './stand.ts';

const PATH = `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages`;
const WORDS = { 1: 'Ana', 2: 'Helena', 3: 'secret' };

const soon = (check: () => unknown) => vi.waitFor(check, 10_000);

interface Answer {
  status: number;
  json: { sid: string; code: number; status: string | number; error_code: number | null; body: string };
}

/** Requests a message as the SDK does: a form, with the account's name and key. */
async function create(origin: string, change: Record<string, string> = {}, token = TWILIO.authToken): Promise<Answer> {
  const fields = {
    To: 'whatsapp:+351912345678',
    From: `whatsapp:${TWILIO.from}`,
    ContentSid: TWILIO.contentSid,
    ContentVariables: JSON.stringify(WORDS),
    ...change,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  const response = await fetch(`${origin}${PATH}.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${TWILIO.accountSid}:${token}`)}` },
    body: new URLSearchParams(given),
  });
  return { status: response.status, json: (await response.json()) as Answer['json'] };
}

/** A product that accepts statuses and records them. @param answer the HTTP status of each answer */
async function listen(answer: () => number = () => 204) {
  const received: { isSigned: boolean; fields: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const fields = Object.fromEntries(form);
    const signed = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
    const signature = createHmac('sha1', TWILIO.authToken).update(`${origin}${request.url}${signed.join('')}`);
    received.push({ isSigned: request.headers['x-twilio-signature'] === signature.digest('base64'), fields });
    response.writeHead(answer()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { callback: `${origin}/webhooks/twilio?attempt=a-1`, received };
}
const statuses = (received: { fields: Record<string, string> }[]) =>
  received.map(({ fields }) => [fields.MessageStatus, fields.ErrorCode].filter(Boolean).join(' '));

describe('a WhatsApp message', () => {
  test('is the approved template with our variables, and the inbox shows it as a chat with a link', async () => {
    const { origin } = await simulator({ appOrigin: 'https://stillhere.example' });
    const { status, json } = await create(origin);
    expect([status, json.status, json.error_code]).toEqual([201, 'queued', null]);
    expect(json.body).toMatch(/^Hello Ana, this is Stillhere: Helena left .*https:\/\/stillhere\.example\/m\/secret$/s);
    const page = await (await fetch(`${origin}/messages/${json.sid}`)).text();
    expect(page).toContain('<a href="https://stillhere.example/m/secret"');
    expect(await (await fetch(`${origin}/?channel=whatsapp`)).text()).toContain('+351912345678');
    expect(await (await fetch(`${origin}/?channel=email`)).text()).not.toContain('+351912345678');
    expect(await messages(origin, '?channel=email')).toEqual([]);
  });

  test.each([
    ['another key', () => ({}), 'wrong', 401, 20_003],
    ['no recipient', () => ({ To: '' }), undefined, 400, 21_604],
    ['an invalid number', () => ({ To: 'whatsapp:12' }), undefined, 400, 21_211],
    ['a plain number for a chat', () => ({ To: '+351912345678' }), undefined, 400, 21_910],
    ['an unknown sender', () => ({ From: 'whatsapp:+12025550199' }), undefined, 400, 63_007],
    ['no template and no text', () => ({ ContentSid: '' }), undefined, 400, 21_619],
    ['an unknown template', () => ({ ContentSid: 'HX1' }), undefined, 400, 21_655],
    ['a variable too few', () => ({ ContentVariables: '{"1":"Ana","2":"Helena"}' }), undefined, 400, 21_656],
    ['a variable too many', () => ({ ContentVariables: JSON.stringify({ ...WORDS, 4: 'x' }) }), undefined, 400, 21_656],
    ['a line break', () => ({ ContentVariables: JSON.stringify({ ...WORDS, 2: 'He\nlena' }) }), undefined, 400, 21_656],
    ['variables that are not JSON', () => ({ ContentVariables: 'Ana' }), undefined, 400, 21_656],
    ['an unknown parameter', () => ({ Hurry: 'yes' }), undefined, 400, 20_001],
  ])('with %s is refused', async (_what, change, token, status, code) => {
    const { origin } = await simulator();
    expect(await create(origin, change(), token)).toMatchObject({ status, json: { code, status } });
    expect(await messages(origin)).toEqual([]);
  });

  test('in free text is accepted and fails: the recipient has not written within 24 hours', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator();
    const { json } = await create(origin, {
      ContentSid: '',
      ContentVariables: '',
      Body: 'Hello',
      StatusCallback: callback,
    });
    await soon(() => expect(statuses(received)).toEqual(['failed 63016']));
    await soon(async () => expect(await messages(origin)).toMatchObject([{ id: json.sid, status: 'failed' }]));
  });
});

describe('a text message', () => {
  const SMS = {
    To: '+351912345678',
    From: TWILIO.smsFrom,
    ContentSid: '',
    ContentVariables: '',
    Body: 'Open it: https://a.example/m/s',
  };

  test('arrives, and its status callbacks have a plain number', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator();
    const { json } = await create(origin, { ...SMS, StatusCallback: callback });
    await soon(() => expect(statuses(received)).toEqual(['sent', 'delivered']));
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(received[0]?.fields).toMatchObject({ From: TWILIO.smsFrom, To: '+351912345678' });
    const page = await (await fetch(`${origin}/messages/${json.sid}`)).text();
    expect(page).toContain('<h1>SMS</h1>');
    expect(await messages(origin, '?channel=sms')).toMatchObject([{ id: json.sid, status: 'delivered' }]);
  });

  test('to a test number is not delivered; from an unknown number it is refused', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator();
    await create(origin, { ...SMS, To: '+351900000063', StatusCallback: callback });
    await soon(() => expect(statuses(received)).toEqual(['sent', 'undelivered 30003']));
    expect(await create(origin, { ...SMS, From: '+12025550199' })).toMatchObject({
      status: 400,
      json: { code: 21_606 },
    });
  });
});

test('the template has the text that docs/operations.md gives', () => {
  const paper = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(paper).toContain(`> ${TEMPLATE.body}\n`);
  expect(paper).toContain(`"${TEMPLATE.button}", whose address is that of \`APP_ORIGIN\` and \`${TEMPLATE.path}\``);
});

// Twilio: "Meta considers variables separated only by a space as next to each other", and text has to follow the last.
test('the template has words before, between and after its variables, as WhatsApp requires', () => {
  const between = TEMPLATE.body.split(/\{\{\d+\}\}/);
  expect(between).toHaveLength(3);
  for (const words of between) expect(words).toMatch(/\p{L}{2}/u);
  const words = TEMPLATE.body.split(' ').filter((word) => !word.includes('{{'));
  // Two words and one more for each variable; the button's variable is the last part of its address, where one may be.
  expect(words.length).toBeGreaterThanOrEqual(2 * 2 + 1);
  expect([...TEMPLATE.body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => number)).toEqual(['1', '2']);
  expect(TEMPLATE.path).toMatch(/^[^{]+\{\{3\}\}$/);
});

describe('the statuses of a message', () => {
  test.each([
    ['+351912345678', ['sent', 'delivered']],
    ['+351900000016', ['failed 63016']],
    ['+351900000063', ['sent', 'undelivered 63024']],
  ])('to %s are %j, signed, and posted to the address that the message named', async (number, expected) => {
    const { callback, received } = await listen();
    const { origin } = await simulator();
    const { json } = await create(origin, { To: `whatsapp:${number}`, StatusCallback: `${callback}#rc=5&rp=all` });
    await soon(() => expect(statuses(received)).toEqual(expected));
    expect(received.every(({ isSigned, fields }) => isSigned && fields.MessageSid === json.sid)).toBe(true);
  });

  test('have Twilio’s fields for a channel, for a report by WhatsApp, and for a failure', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator({ eventDelay: 60_000 });
    const { json } = await create(origin, { StatusCallback: callback });
    for (const event of ['sent', 'delivered', 'read', 'undelivered', 'failed'])
      await ask(origin, '/api/events', { message_id: json.sid, event });
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    for (const { fields } of received)
      expect(fields).toMatchObject({
        ChannelInstallSid: expect.stringMatching(/^XE[0-9a-f]{32}$/),
        ChannelPrefix: 'whatsapp',
        ChannelToAddress: '+35191234XXXX',
      });
    const of = (name: string) => received.map(({ fields }) => name in fields && fields[name]);
    expect(of('EventType')).toEqual([false, 'DELIVERED', 'READ', 'UNDELIVERED', false]);
    expect(of('ChannelStatusMessage').map(Boolean)).toEqual([false, false, false, true, true]);
    expect(of('ErrorCode')).toEqual([false, false, false, '63024', '63016']);
  });

  test('are repeated until the product accepts them, also after a restart', async () => {
    let isThere = false;
    const { callback, received } = await listen(() => (isThere ? 204 : 503));
    const dataDir = temporaryFolder();
    const first = await simulator({ dataDir });
    const { json } = await create(first.origin, { StatusCallback: callback });
    await soon(() => expect(received.length).toBeGreaterThan(0));
    await first.close();
    isThere = true;
    const { origin } = await simulator({ dataDir });
    await soon(() => expect(statuses(received).slice(-2)).toEqual(['sent', 'delivered']));
    const headers = { authorization: `Basic ${btoa(`${TWILIO.accountSid}:${TWILIO.authToken}`)}` };
    const found = await fetch(`${origin}${PATH}/${json.sid}.json`, { headers });
    expect(await found.json()).toMatchObject({ sid: json.sid, status: 'delivered' });
    await soon(async () => expect((await messages(origin))[0]?.text).toContain('Hello Ana'));
  });

  test('can be requested; the events of mail are refused', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator({ eventDelay: 60_000 });
    const { json } = await create(origin, { StatusCallback: callback });
    const asked = (event: string, more = {}) => ask(origin, '/api/events', { message_id: json.sid, event, ...more });
    for (const event of ['sent', 'read', 'undelivered']) expect((await asked(event)).status).toBe(200);
    await asked('failed', { code: 63_041 });
    expect(statuses(received)).toEqual(['sent', 'read', 'undelivered 63024', 'failed 63041']);
    expect((await asked('bounce')).status).toBe(400);
    expect((await asked('read', { missed: true })).status).toBe(200);
    expect(received).toHaveLength(4);
    expect((await messages(origin))[0]?.status).toBe('read');
  });

  test('are suppressed by a silent fault; other faults affect one number or answer with a code', async () => {
    const { callback, received } = await listen();
    const { origin } = await simulator();
    const fault = (body: object) => ask(origin, '/api/faults', { vendor: 'twilio', ...body });
    await fault({ silent: true, times: 1, to: '+351912345678' });
    await create(origin, { StatusCallback: callback });
    await create(origin, { To: 'whatsapp:+351912345679', StatusCallback: callback });
    await soon(() => expect(statuses(received)).toEqual(['sent', 'delivered']));
    expect(received[0]?.fields.To).toBe('whatsapp:+351912345679');
    await fault({ mode: 'status', status: 400, code: 63_024 });
    expect(await create(origin)).toMatchObject({ status: 400, json: { code: 63_024 } });
    expect(await (await fetch(origin)).text()).toContain('Twilio answers 400 (63024), until cleared.');
  });
});
