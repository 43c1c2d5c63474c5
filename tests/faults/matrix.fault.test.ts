/**
 * Each fault of the provider, combined with each point at which the worker dies, by both channels. A cell is one delivery:
 * it states the records at the end, how many messages reached the phone and the inbox, and the mails to the owner.
 *
 * The deliveries of a column run at once, each with its own recipient and fault; a worker is killed when all of them
 * have reached the point, so every cell dies exactly there.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type Fault, type Message, type World } from '#tests/harness/world.ts';
import {
  bringForward,
  createWriter,
  endWaits,
  engineSynced,
  idArray,
  makeDue,
  pendingAttempts,
  recordOf,
  reportedAttempts,
} from '#tests/harness/writer.ts';
import { holds } from '#tests/spec/holds.ts';

const PROVIDER = {
  ok: null,
  400: { mode: 'status', status: 400 },
  401: { mode: 'status', status: 401, times: 1 },
  429: { mode: 'status', status: 429, retry_after: 2, times: 1 },
  500: { mode: 'status', status: 500, times: 1 },
  timeout: { mode: 'timeout', times: 1 },
  reset: { mode: 'reset', times: 1 },
  dropped: { mode: 'accept_then_drop', times: 1 },
  'dropped, no event': { mode: 'accept_then_drop', times: 1, silent: true },
} satisfies Record<string, Fault | null>;
type Provider = keyof typeof PROVIDER;
const PROVIDERS = Object.keys(PROVIDER) as Provider[];

type Death = 'lives' | 'before the claim' | 'between claim and call' | 'between call and record';

interface Cell {
  status: 'sent' | 'failed';
  /** The attempts in their order, each with its channel and its rejection. */
  attempts: string[];
  phone: number;
  inbox: number;
  timeline: string[];
  /** Mails to the owner. */
  owner: number;
}

const SCHEDULED = 'delivery-scheduled';
const SENT = 'delivery-sent';
const DELIVERED = 'delivery-delivered';
const COPY = 'delivery-further-copy';
const FAILED = 'delivery-failed';
const FELL_BACK = 'delivery-fell-back';

const arrived = (attempts: string[], { inbox = 1, copy = false } = {}): Cell => ({
  status: 'sent',
  attempts,
  phone: 0,
  inbox,
  timeline: [SCHEDULED, ...(copy ? [COPY] : []), SENT, DELIVERED],
  owner: 0,
});
const refused = (attempts: string[], { copy = false } = {}): Cell => ({
  status: 'failed',
  attempts,
  phone: 0,
  inbox: 0,
  timeline: [SCHEDULED, ...(copy ? [COPY] : []), FAILED],
  owner: 1,
});

/** No worker dies: only the provider decides. By email; `byWhatsApp` has the differences. */
const LIVES: Record<Provider, Cell> = {
  ok: arrived(['accepted']),
  400: refused(['rejected:permanent']),
  401: arrived(['rejected:configuration', 'accepted']),
  429: arrived(['rejected:transient', 'accepted']),
  500: arrived(['rejected:transient', 'accepted']),
  // Unknown whether it was accepted: no event comes in time, so one further copy goes out.
  timeout: arrived(['unknown', 'accepted'], { copy: true }),
  reset: arrived(['unknown', 'accepted'], { copy: true }),
  // It was accepted, and the provider's event reports that in time: no copy.
  dropped: arrived(['accepted']),
  // It was accepted without an event: the one case with a second copy, which is recorded.
  'dropped, no event': { ...arrived(['unknown', 'accepted'], { inbox: 2, copy: true }) },
};

const MATRIX: Record<Death, Record<Provider, Cell>> = {
  lives: LIVES,
  'before the claim': LIVES,
  // The dead worker's claim is an unknown outcome without a message; the copy is the first message.
  'between claim and call': {
    ok: arrived(['unknown', 'accepted'], { copy: true }),
    400: refused(['unknown', 'rejected:permanent'], { copy: true }),
    401: {
      ...arrived(['unknown', 'rejected:configuration', 'accepted'], { copy: true }),
      timeline: [SCHEDULED, COPY, COPY, SENT, DELIVERED],
    },
    429: {
      ...arrived(['unknown', 'rejected:transient', 'accepted'], { copy: true }),
      timeline: [SCHEDULED, COPY, COPY, SENT, DELIVERED],
    },
    500: {
      ...arrived(['unknown', 'rejected:transient', 'accepted'], { copy: true }),
      timeline: [SCHEDULED, COPY, COPY, SENT, DELIVERED],
    },
    // Two unknown outcomes: it fails as unconfirmed, and the owner decides.
    timeout: refused(['unknown', 'unknown'], { copy: true }),
    reset: refused(['unknown', 'unknown'], { copy: true }),
    dropped: arrived(['unknown', 'accepted'], { copy: true }),
    'dropped, no event': { ...refused(['unknown', 'unknown'], { copy: true }), inbox: 1 },
  },
  // The answer died with the worker. If it was accepted, the provider's event settles it without a copy.
  'between call and record': {
    ok: arrived(['accepted']),
    400: refused(['unknown', 'rejected:permanent'], { copy: true }),
    401: arrived(['unknown', 'accepted'], { copy: true }),
    429: arrived(['unknown', 'accepted'], { copy: true }),
    500: arrived(['unknown', 'accepted'], { copy: true }),
    timeout: arrived(['unknown', 'accepted'], { copy: true }),
    reset: arrived(['unknown', 'accepted'], { copy: true }),
    dropped: arrived(['accepted']),
    'dropped, no event': { ...arrived(['unknown', 'accepted'], { inbox: 2, copy: true }) },
  },
};

/** The same by WhatsApp: what would fail falls back to email at once, and the owner gets no mail. */
function byWhatsApp({ status, attempts, inbox, timeline }: Cell): Cell {
  const tried = attempts.map((attempt) => `whatsapp ${attempt}`);
  const cell = { status: 'sent', phone: inbox, inbox: 0, owner: 0 } as const;
  if (status === 'sent') return { ...cell, attempts: tried, timeline };
  return {
    ...cell,
    attempts: [...tried, 'email accepted'],
    inbox: 1,
    timeline: [...timeline.filter((kind) => kind !== FAILED), FELL_BACK, SENT, DELIVERED],
  };
}

const byEmail = (cell: Cell): Cell => ({ ...cell, attempts: cell.attempts.map((attempt) => `email ${attempt}`) });

/** Each channel, with its vendor and its version of a cell. */
const CHANNELS = [
  { channel: 'email', vendor: 'sendgrid', as: byEmail },
  { channel: 'whatsapp', vendor: 'twilio', as: byWhatsApp },
] as const;
const CELLS = CHANNELS.flatMap((channel) => PROVIDERS.map((provider) => ({ ...channel, provider })));
type Key = `${(typeof CHANNELS)[number]['channel']} ${Provider}`;

interface Sent {
  to: string;
  phone: string | null;
  id: string;
}
type Column = Map<Key, Sent>;

const DEATHS = Object.keys(MATRIX) as Death[];
/** Longer than the test takes: there is no retry before the test moves its instant. */
const WAITS = { UNKNOWN_WAIT_SECONDS: '3600', RETRY_MINUTE_SECONDS: '60' };

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
let inbox: Message[];
const columns = new Map<Death, Column>();

beforeAll(async () => {
  world = await createWorld(WAITS);
  await Promise.all([world.web.start(), world.worker.start()]);
  writer = await createWriter(world);
  for (const death of DEATHS.filter((one) => one !== 'lives')) columns.set(death, await schedule(death, 'far'));
  await engineSynced(world);
  // The engine is synced with all of them, and none is claimed.
  await world.worker.kill('SIGKILL');
  await dieAt('between claim and call', 'claimed');
  await dieAt('between call and record', 'answered');
  await eventsReceived();
  // No worker works on what the dead have claimed.
  await makeDue(world, "id in (select delivery_id from delivery_attempts where state = 'started')");

  await world.worker.start();
  await bringForward(world, 'id = any(?::uuid[])', [idsOf('before the claim')]);
  columns.set('lives', await schedule('lives', 'now'));
  await eventually(
    () => endWaits(world),
    (pending) => pending === 0,
  );
  await atRest();
  inbox = await world.messages();
}, 300_000);
afterAll(() => world?.stop());

/** One delivery for each cell of a column, each with its own recipient and fault. */
async function schedule(death: Death, when: 'far' | 'now'): Promise<Column> {
  const column: Column = new Map();
  // One after the other: each locks the account, and at once the last of them would wait for all others.
  for (const [index, { channel, vendor, provider }] of CELLS.entries()) {
    const to = `${channel}.${provider}.${death}@example.com`.replace(/[^\w.@]+/g, '-');
    const phone = channel === 'whatsapp' ? `+35191${DEATHS.indexOf(death)}${234_500 + index}` : null;
    const fault = PROVIDER[provider];
    if (fault) await world.fault({ vendor, ...fault, to: phone ?? to });
    const { id } = await (when === 'far' ? writer.scheduleFar(to, phone) : writer.scheduleNow(to, phone));
    column.set(`${channel} ${provider}`, { to, phone, id });
  }
  return column;
}

const idsOf = (death: Death) => idArray([...(columns.get(death) as Column).values()].map(({ id }) => id));

/** Kills a worker when all of a column have reached the point; the next worker to die does not claim them. */
async function dieAt(death: Death, point: 'claimed' | 'answered'): Promise<void> {
  const CRASH_WITH = `${CELLS.length}`;
  const dying = world.workerOf('tests/harness/crashing-worker.ts', { CRASH_AT: point, CRASH_WITH });
  await dying.start();
  await bringForward(world, 'id = any(?::uuid[])', [idsOf(death)]);
  await dying.ended();
  // In the order in which the product locks them: the web process may be recording events of the same deliveries.
  await world.query(
    `with locked as (select id from deliveries where status = 'pending' and id = any(?::uuid[]) order by id for update)
     update deliveries set next_attempt_at = now() + interval '1 hour' from locked where deliveries.id = locked.id`,
    [idsOf(death)],
  );
}

/** Waits until the web process has the events of all messages that were accepted while workers died. */
async function eventsReceived(): Promise<void> {
  const reported = await reportedAttempts(world);
  await eventually(
    () => pendingAttempts(world),
    (pending) => pending.every(({ attempt }) => !reported.has(attempt)),
  );
}

/** Waits until all mails are sent and no work is left: what was not sent by then never will be. */
async function atRest(): Promise<void> {
  await eventually(
    () =>
      world.query<{ id: string }>(
        `select id from deliveries where next_attempt_at is not null or (status = 'sent' and delivered_at is null)
         union all select subject::uuid from jobs where kind = 'notice'`,
      ),
    (left) => left.length === 0,
  );
}

describe.each(DEATHS)('the worker: %s', (death) => {
  it.each(CELLS)('by $channel, the provider: $provider', async ({ channel, provider, as }) => {
    holds('C-4', 'C-14');
    const column = columns.get(death) as Column;
    const { to, phone, id } = column.get(`${channel} ${provider}`) as Sent;
    const record = await recordOf(world, id);
    const mails = inbox.filter((message) => message.to === to);
    const onPhone = inbox.filter((message) => message.to === phone);
    const owner = inbox.filter((message) => message.to === writer.email && message.text.includes(to));
    const cell: Cell = {
      status: record.row?.status as Cell['status'],
      attempts: record.attempts.map((attempt, index) => `${record.channels[index]} ${attempt}`),
      phone: onPhone.length,
      inbox: mails.length,
      timeline: record.timeline,
      owner: owner.length,
    };
    expect(cell).toEqual(as(MATRIX[death][provider]));
    if (cell.owner > 0) {
      // The link also works for a visitor without a session.
      expect(owner[0]?.text).toContain(`${world.origin}/auth?to=${encodeURIComponent(`/schedule/${id}/retry`)}`);
    }
    // Each message names the attempt it belongs to, and all of them lead to the same place.
    for (const message of mails) expect(message.custom_args.attempt_id).toMatch(/^[0-9a-f-]{36}$/);
    const links = [...mails, ...onPhone].map(({ text }) => /\/m\/[\w.-]+/.exec(text)?.[0]);
    expect(new Set(links).size).toBe(links.length > 0 ? 1 : 0);
  });
});
