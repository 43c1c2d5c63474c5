/**
 * Every kind of request that we make, as the real SDKs put it on the wire, against what the vendors publish about their
 * APIs (tests/vendors). What their descriptions leave unsaid and their documents say is said here.
 * Stripe's part is in stripe-contract.process.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { misreadAddress } from '@stillhere/simulators';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { googleIdentity } from '#adapters/google.ts';
import { sendgridEmail, sendgridName } from '#adapters/sendgrid.ts';
import { twilioWhatsApp } from '#adapters/twilio.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import { nameSchema } from '#domain/accounts/accounts.schema.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { scheduleInstantSchema } from '#domain/delivery/delivery.schema.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { API_KEY, FROM, GOOGLE, simulator, TWILIO } from '#tests/simulators/stand.ts';
import { describedBy } from '#tests/vendors/description.ts';
import google from '#tests/vendors/google.json' with { type: 'json' };
import { recorder } from './recorder.ts';

const APP = 'https://stillhere.example';
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('SendGrid', () => {
  const violations = describedBy('sendgrid');
  const TO = { email: 'ana@example.com', name: 'Ana' };
  const LETTER = { to: TO, subject: 'Helena wrote to you', text: 'Open it', html: '<p>Open it</p>', reference: {} };

  async function sent(messages: EmailMessage[]) {
    const { origin, asked } = await recorder((await simulator({ eventDelay: 60_000 })).origin);
    const email = sendgridEmail({ apiKey: API_KEY, baseUrl: origin, from: FROM, timeout: 5_000 });
    for (const message of messages) expect(await email.send(message)).toMatchObject({ kind: 'accepted' });
    return asked;
  }
  const bodiesOf = (asked: { body: Buffer }[]) => asked.map(({ body }) => JSON.parse(`${body}`) as Wire);

  test('describes each of our mails, with and without names, answers and what it is about', async () => {
    const mails = [...SAMPLES.values()].map(({ mail }) => ({ ...LETTER, ...mail, reference: { attempt_id: ID } }));
    const shapes = [
      { ...LETTER, to: { ...TO, name: null } },
      { ...LETTER, replyTo: { email: 'helena@example.com', name: 'Helena' } },
      { ...LETTER, replyTo: { email: 'helena@example.com', name: null } },
      { ...LETTER, unsubscribe: `${APP}/unsubscribe/x` },
      { ...LETTER, triesBounced: true },
      ...referencesOfServices().map((name) => ({ ...LETTER, reference: { [name]: ID } })),
    ];
    const asked = await sent([...mails, ...shapes]);
    expect(asked).toHaveLength(mails.length + shapes.length);
    for (const one of asked) expect([violations(one), `${one.body}`.slice(0, 300)]).toEqual([[], expect.anything()]);
  });

  test('would notice a field that it does not know, one that is missing, and one of another type', async () => {
    const [one] = await sent([LETTER]);
    if (!one) throw new Error('Nothing was asked.');
    const { personalizations, ...body } = JSON.parse(`${one.body}`) as Wire & Record<string, unknown>;
    const broken = [
      body,
      { ...body, personalizations, letter: 'x' },
      { ...body, personalizations: [{ to: [{ email: 'nobody' }] }] },
      { ...body, personalizations, custom_args: { attempt_id: ID } },
    ];
    for (const change of broken)
      expect(violations({ ...one, body: Buffer.from(JSON.stringify(change)) })).not.toEqual([]);
    expect(violations({ ...one, path: '/v3/mail/post' })).not.toEqual([]);
  });

  // The description has names as any string; "cannot include either the ; or , characters" is in the documents only.
  test.each([
    ['Smith, John', 'Smith John'],
    ['Smith; John,,Jr.', 'Smith John Jr.'],
    [' ;Ana\u2028Sofía, ', 'Ana Sofía'],
    [',;', undefined],
  ])('is given %j as %j, for recipients and reply addresses', async (name, safe) => {
    const [mail] = bodiesOf(
      await sent([{ ...LETTER, to: { ...TO, name }, replyTo: { email: 'h@example.com', name } }]),
    );
    expect([mail?.personalizations[0]?.to[0]?.name, mail?.reply_to?.name]).toEqual([safe, safe]);
  });

  test('takes every name that we accept, in which its own letters stay in their order', () => {
    const schemas = [nameSchema, trustedContactSchema.shape.name, scheduleInstantSchema.shape.recipient_name];
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.string({
        unit: fc.constantFrom(',', ';', ' ', '\t', '\u2028', 'A', 'ß', '雅', "'", '"', '.', '<', '@'),
        maxLength: 120,
      }),
    );
    const lettersOf = (name: string) => name.replace(/[\s,;\p{Cc}]/gu, '');
    fc.assert(
      fc.property(typed, fc.constantFrom(...schemas), (name, schema) => {
        fc.pre(schema.safeParse(name).success);
        const safe = sendgridName(name);
        expect(safe).toMatch(/^[^,;\p{Cc}\u2028\u2029]*$/u);
        expect(misreadAddress(safe)).toBeNull();
        expect(lettersOf(safe)).toBe(lettersOf(name));
      }),
    );
  });
});

interface Wire {
  personalizations: { to: { name?: string }[] }[];
  reply_to?: { name?: string };
}

/** What mails name as their own, found where they are written. */
function referencesOfServices(): string[] {
  const folder = new URL('../../services/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = sources.flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/reference: \{ (\w+):/g),
  ]);
  const names = [...new Set(found.map(([, name]) => name ?? ''))].sort();
  expect(names).toEqual([
    'account_mail_id',
    'attempt_id',
    'billing_mail_id',
    'contact_mail_id',
    'contacts_check_id',
    'delivery_test_id',
    'emergency_mail_id',
    'notice_id',
    'report_id',
  ]);
  return names;
}

describe('Twilio', () => {
  const violations = describedBy('twilio');

  async function asked() {
    const { origin, asked } = await recorder((await simulator({ eventDelay: 60_000 })).origin);
    const whatsapp = twilioWhatsApp({ ...TWILIO, baseUrl: origin, appOrigin: APP, timeout: 5_000 });
    const words = { recipient: 'there', sender: 'Smith, John' };
    const answer = await whatsapp.send({
      to: '+351912345678',
      words,
      linkSecret: 'secret',
      attemptId: ID,
      deliveryId: ID,
      revision: 1,
    });
    await whatsapp.ask(answer.kind === 'accepted' ? (answer.messageId ?? '') : '');
    return asked;
  }

  test('describes a message of ours, and the question what became of it', async () => {
    const requests = await asked();
    expect(requests.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 201],
      ['GET', 200],
    ]);
    expect(requests.map(violations)).toEqual([[], []]);
    // The description says "phone-number" of both, and in words that a channel's name comes before E.164.
    const form = new URLSearchParams(`${requests[0]?.body}`);
    for (const name of ['To', 'From']) expect(form.get(name)).toMatch(/^whatsapp:\+[1-9]\d{6,14}$/);
    // In words only, too: the callback's host has no underscore, and the variables are an object of strings.
    expect(new URL(form.get('StatusCallback') ?? '').hostname).not.toContain('_');
    expect(Object.values(JSON.parse(form.get('ContentVariables') ?? '')).map((value) => typeof value)).toEqual(
      Array(3).fill('string'),
    );
  });

  test('would notice a field that it does not know, one that is missing or comes twice, and an id that is none', async () => {
    const [create, fetched] = await asked();
    if (!create || !fetched) throw new Error('Nothing was asked.');
    const changed = (change: (form: URLSearchParams) => void) => {
      const form = new URLSearchParams(`${create.body}`);
      change(form);
      return violations({ ...create, body: Buffer.from(`${form}`) });
    };
    expect(changed((form) => form.set('Hurry', 'yes'))).not.toEqual([]);
    expect(changed((form) => form.delete('To'))).not.toEqual([]);
    expect(changed((form) => form.append('To', 'whatsapp:+351912345679'))).not.toEqual([]);
    expect(changed((form) => form.set('ContentSid', 'HX1'))).not.toEqual([]);
    expect(changed((form) => form.set('StatusCallback', 'stillhere'))).not.toEqual([]);
    expect(violations({ ...fetched, path: fetched.path.replace(/SM\w+/, 'SM1') })).not.toEqual([]);
  });
});

describe('Google', () => {
  /** RFC 6749 4.1.1, RFC 7636 4.3, OpenID Connect Core 3.1.2.1, and Google's own from its guide. */
  const ASKABLE = {
    required: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
    optional:
      'code_challenge code_challenge_method nonce prompt display login_hint access_type include_granted_scopes hd'.split(
        ' ',
      ),
  };
  /** RFC 6749 4.1.3 and 2.3.1, RFC 7636 4.5. */
  const EXCHANGEABLE = ['client_id', 'client_secret', 'code', 'code_verifier', 'grant_type', 'redirect_uri'];

  test('has each value that we ask it for, and each parameter is one of its RFCs’, once', async () => {
    const { origin } = await simulator({ appOrigin: APP });
    const issuer = `${origin}/google`;
    const requests: { method: string; path: string; authorization: string | null; body: string }[] = [];
    const real = globalThis.fetch;
    // why: the token must name the issuer that was asked, so no recorder fits between; every call still goes through.
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const { method, url, headers } = request;
      requests.push({ method, path: new URL(url).pathname, authorization: headers.get('authorization'), body });
      return real(request);
    });
    onTestFinished(() => spy.mockRestore());

    const identity = googleIdentity({ ...GOOGLE, issuer, appOrigin: APP, timeout: 5_000 });
    const there = await identity.begin(new Request(`${APP}/auth/google`));
    const ask = new URL(there.headers.get('location') ?? '').searchParams;
    const cookie = there.headers.getSetCookie().map((one) => one.split(';')[0]);
    const chosen = new URLSearchParams([...ask, ['account', 'ines.sampaio@example.com']]);
    const back = await real(`${issuer}/authorize`, { method: 'POST', body: chosen, redirect: 'manual' });
    const returned = new Request(back.headers.get('location') ?? '', { headers: { cookie: cookie.join('; ') } });
    const came = await identity.finish(returned);
    await identity.fetchPicture(came === 'cancelled' ? '' : (came.identified.picture ?? ''));

    const names = [...ask.keys()];
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(ASKABLE.required));
    expect(names.filter((name) => ![...ASKABLE.required, ...ASKABLE.optional].includes(name))).toEqual([]);
    expect(google.response_types_supported).toContain(ask.get('response_type'));
    expect(google.code_challenge_methods_supported).toContain(ask.get('code_challenge_method'));
    expect(google.scopes_supported).toEqual(expect.arrayContaining(ask.get('scope')?.split(' ') ?? []));

    expect(requests.map(({ method, path }) => `${method} ${path.replace(/picture\/.*/, 'picture/:id')}`)).toEqual([
      'GET /google/.well-known/openid-configuration',
      'POST /google/token',
      'GET /google/certs',
      'GET /google/picture/:id',
    ]);
    const exchange = requests[1];
    const form = new URLSearchParams(exchange?.body);
    const method = exchange?.authorization?.startsWith('Basic ') ? 'client_secret_basic' : 'client_secret_post';
    expect(google.token_endpoint_auth_methods_supported).toContain(method);
    expect([...form.keys()].filter((name) => !EXCHANGEABLE.includes(name))).toEqual([]);
    expect([form.get('grant_type'), form.getAll('code').length]).toEqual(['authorization_code', 1]);
  });
});
