/** Everything that both processes print, at their most talkative: a delivery can be followed in it, and nobody be read of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { eventually, OUTPUT_KEPT } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { makeDue } from '#tests/harness/writer.ts';
import { Visitor } from './visitor.ts';

/** Words that stand nowhere else. */
const PLANTED = {
  owner: 'Zenobia Quillfeather',
  email: 'zenobia.quillfeather@example.com',
  password: 'vellichor-mumpsimus',
  title: 'Quokka zabaglione',
  letter: 'The petrichor of your ultracrepidarian aunt.',
  recipient: 'Xanthippe Nudiustertian',
  address: 'xanthippe@nudiustertian.example',
  refusedAddress: 'refused@mumpsimus.example',
  // Ends so that it is taken and never brought.
  phone: '+351912340063',
};

let world: World;
let token: string;
beforeAll(async () => {
  // A call that a busy machine ends would be a step more.
  world = await startWorld({ LOG_LEVEL: 'debug', PROVIDER_TIMEOUT_SECONDS: '60' });
}, 180_000);
afterAll(() => world?.stop());

async function call<T>(path: string, json: object): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${world.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
  return (await response.json()) as T;
}

async function schedule(content_id: string, change: object): Promise<string> {
  const wish = {
    content_id,
    recipient_name: PLANTED.recipient,
    recipient_email: PLANTED.address,
    scheduled_time: new Date(Date.now() + HOUR).toISOString(),
    delivery_type: 'email',
    ...change,
  };
  return (await call<{ id: string }>('/delivery/schedule', wish)).id;
}

const statusOf = async (id: string) =>
  (await world.query<{ status: string; fell_back_at: Date | null }>('select * from deliveries where id = ?', [id]))[0];

/** A person signs up, writes and schedules deliveries: one is retried and bounces, one is refused, one falls back. */
async function live() {
  const { owner: name, email, password } = PLANTED;
  token = (await call<{ session_token: string }>('/auth/register', { name, email, password })).session_token;
  await world.query('update users set email_confirmed_at = now() where email = ?', [email]);
  await givePlan(world.query, email, 'plus');
  await call('/auth/login', { email, password: `${password}?` });
  const text = { title: PLANTED.title, type: 'text', content: PLANTED.letter, is_public: false, metadata: {} };
  const { id: letter } = await call<{ id: string }>('/content/upload', text);
  await call('/content/upload', { ...text, type: PLANTED.title });
  await world.fault({ mode: 'status', status: 400, to: PLANTED.refusedAddress });
  await world.fault({ mode: 'status', status: 503, times: 1, to: PLANTED.address });
  const retried = await schedule(letter, {});
  const refused = await schedule(letter, { recipient_email: PLANTED.refusedAddress });
  const byPhone = { delivery_type: 'whatsapp', recipient_phone: PLANTED.phone, recipient_email: email };
  const whatsapp = await schedule(letter, byPhone);
  await makeDue(world, 'true');
  await eventually(
    () => statusOf(refused),
    (row) => row?.status === 'failed',
  );
  await eventually(
    () => statusOf(whatsapp),
    (row) => row?.status === 'sent' && row.fell_back_at !== null,
  );
  await eventually(
    () => statusOf(retried),
    (row) => row?.status === 'sent',
  );
  const secret = linkSecret(world.parts.keyring, 'delivery', retried, 1);
  const reader = new Visitor(world.origin);
  expect([(await reader.get(`/m/${secret}`)).status, (await reader.get('/m/mistyped')).status]).toEqual([200, 404]);
  const [mail] = await world.messages(PLANTED.address);
  await world.sendEvent(mail?.id ?? '', 'bounce');
  return { retried, refused, whatsapp, secret };
}

test('each step of a delivery is a line with its id, and no line says whose it is or what is in it', async () => {
  const { retried, refused, whatsapp, secret } = await live();
  const printed = await eventually(
    async () => `${world.web.output}${world.worker.output}`,
    (output) => output.includes('"event":"bounce"'),
  );
  // A line is printed when what it says is on record already.
  const steps = await eventually(
    async () => linesAbout(world.worker.output, retried),
    (lines) => lines.some(({ result }) => result === 'sent'),
  );
  expect(steps.map(({ answer, result }) => [answer, result])).toEqual([
    ['transient', 'later'],
    ['accepted', 'sent'],
  ]);
  const failing = await eventually(
    async () => linesAbout(world.worker.output, refused),
    (lines) => lines.length > 0,
  );
  expect(failing).toMatchObject([{ channel: 'email', answer: 'permanent', result: 'failed' }]);
  const both = await eventually(
    async () => linesAbout(world.worker.output, whatsapp),
    (lines) => lines.length > 1,
  );
  expect(both.map(({ channel, revision }) => [channel, revision])).toEqual([
    ['whatsapp', 1],
    ['email', 2],
  ]);
  expect(linesAbout(world.web.output, retried)).toMatchObject([{ provider: 'sendgrid', event: 'bounce' }]);
  const needles = [...Object.values(PLANTED), secret, token].flatMap((word) => [word, encodeURIComponent(word)]);
  expect(needles.filter((word) => printed.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
  // All that was printed was searched.
  expect(Math.max(world.web.output.length, world.worker.output.length)).toBeLessThan(OUTPUT_KEPT);
});

/** The lines about one delivery, in order. */
function linesAbout(output: string, id: string): Record<string, unknown>[] {
  const lines = output.split('\n').filter((line) => /^{.*}$/.test(line));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ delivery }) => delivery === id);
}
