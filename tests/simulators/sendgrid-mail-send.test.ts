import { describe, expect, test } from 'vitest';
import { API_KEY, FROM, letter, messages, sdk, sent, simulator } from './stand.ts';

interface Answer {
  status: number;
  errors: { message: string; field: string | null; help: string | null }[];
}

const VALID = {
  personalizations: [{ to: [{ email: 'ana@example.com' }] }],
  from: { email: FROM },
  subject: 'Hello',
  content: [{ type: 'text/plain', value: 'Hello' }],
};

async function post(origin: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${origin}/v3/mail/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, errors: text ? JSON.parse(text).errors : [] };
}

describe('a mail that SendGrid accepts', () => {
  test('is answered with 202 and its message id, by the real SDK', async () => {
    const { origin } = await simulator();
    const [response, body] = await sdk(origin).send(letter());
    expect(response.statusCode).toBe(202);
    expect((response.headers as Record<string, string>)['x-message-id']).toMatch(/^[\w-]{22}$/);
    expect(body).toBe('');
  });

  test('is saved as it was sent', async () => {
    const { origin } = await simulator();
    const began = Date.now();
    const id = await sent(origin, {
      replyTo: 'help@stillhere.example',
      headers: { 'X-Kind': 'letter' },
      categories: ['invitation'],
    });
    const [message] = await messages(origin);
    expect(message).toMatchObject({
      id,
      channel: 'email',
      to: 'ana@example.com',
      to_name: 'Ana',
      from: FROM,
      from_name: 'Stillhere',
      reply_to: 'help@stillhere.example',
      subject: 'Helena wrote to you',
      text: letter().text,
      html: letter().html,
      custom_args: { attempt_id: 'a-1' },
      headers: { 'X-Kind': 'letter' },
      categories: ['invitation'],
    });
    expect(Date.parse(message?.accepted_at ?? '')).toBeGreaterThanOrEqual(began);
    expect(Date.parse(message?.accepted_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('to several people is one message for each, with one id', async () => {
    const { origin } = await simulator();
    const id = await sent(origin, { to: ['ana@example.com', 'rui@example.com'], cc: 'eva@example.com' });
    const all = await messages(origin);
    expect(all.map((message) => [message.id, message.to]).reverse()).toEqual([
      [id, 'ana@example.com'],
      [`${id}.1`, 'rui@example.com'],
      [`${id}.2`, 'eva@example.com'],
    ]);
  });
});

describe('a mail that SendGrid refuses', () => {
  const refused: [string, unknown, number, Partial<Answer['errors'][number]>][] = [
    ['no JSON', '{"subject":', 400, { message: 'Bad Request', field: null }],
    ['a list', [], 400, { message: 'Invalid type. Expected: object, given: array.', field: null }],
    ['no recipients', { ...VALID, personalizations: undefined }, 400, { field: 'personalizations' }],
    [
      'an empty block of recipients',
      { ...VALID, personalizations: [{ to: [] }] },
      400,
      { field: 'personalizations.0.to' },
    ],
    [
      'an invalid address',
      { ...VALID, personalizations: [{ to: [{ email: 'ana@nowhere' }] }] },
      400,
      {
        message: 'Does not contain a valid address.',
        field: 'personalizations.0.to.0.email',
        help: 'http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#message.personalizations.to',
      },
    ],
    [
      'the same person twice',
      { ...VALID, personalizations: [{ to: [{ email: 'ana@example.com' }], cc: [{ email: 'Ana@example.com' }] }] },
      400,
      { field: 'personalizations.0' },
    ],
    ['no sender', { ...VALID, from: undefined }, 400, { field: 'from' }],
    ['an invalid sender address', { ...VALID, from: { email: 'nobody' } }, 400, { field: 'from.email' }],
    ['an unverified sender', { ...VALID, from: { email: 'eve@example.com' } }, 403, { field: 'from' }],
    ['no subject', { ...VALID, subject: '' }, 400, { field: 'subject' }],
    ['no content', { ...VALID, content: [] }, 400, { field: 'content' }],
    ['empty content', { ...VALID, content: [{ type: 'text/plain', value: '' }] }, 400, { field: 'content.0.value' }],
    [
      'HTML before plain text',
      {
        ...VALID,
        content: [
          { type: 'text/html', value: '<p>' },
          { type: 'text/plain', value: 'x' },
        ],
      },
      400,
      { field: 'content' },
    ],
    [
      'arguments that are not strings',
      { ...VALID, custom_args: { n: 1 } },
      400,
      { message: 'Bad Request', field: null },
    ],
    [
      'arguments that are too long',
      { ...VALID, custom_args: { n: 'x'.repeat(10_000) } },
      400,
      { field: 'custom_args' },
    ],
    ['a reserved header', { ...VALID, headers: { Received: 'x' } }, 400, { field: 'headers' }],
    [
      'an unknown field',
      { ...VALID, recipients: [] },
      400,
      { message: 'Additional property recipients is not allowed', field: 'recipients' },
    ],
    ['a field that the simulator does not support', { ...VALID, template_id: 'd-1' }, 400, { field: 'template_id' }],
  ];

  test.each(refused)('%s', async (_what, body, status, error) => {
    const { origin } = await simulator();
    const answer = await post(origin, body);
    expect(answer.status).toBe(status);
    expect(answer.errors[0]).toMatchObject(error);
    expect(answer.errors[0]).toHaveProperty('help');
    expect(await messages(origin)).toEqual([]);
  });

  test('without credentials, or with wrong ones', async () => {
    const { origin } = await simulator();
    for (const authorization of ['', 'Bearer SG.other', `Basic ${API_KEY}`]) {
      const answer = await post(origin, VALID, { authorization });
      expect(answer).toMatchObject({ status: 401, errors: [{ field: null, help: null }] });
    }
    await expect(sdk(origin, 'SG.other').send(letter())).rejects.toMatchObject({ code: 401 });
  });

  test('that is not JSON by its content type', async () => {
    const { origin } = await simulator();
    expect((await post(origin, VALID, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('with a body beyond 30 MB', async () => {
    const { origin } = await simulator();
    expect((await post(origin, 'x'.repeat(31 * 1_048_576))).status).toBe(413);
  });

  test('with another method, or at another address', async () => {
    const { origin } = await simulator();
    expect((await fetch(`${origin}/v3/mail/send`)).status).toBe(405);
    expect((await fetch(`${origin}/v3/mail/receive`)).status).toBe(404);
  });
});
