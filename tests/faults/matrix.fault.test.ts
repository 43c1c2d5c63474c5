/**
 * What the provider does, times where the worker dies, by both channels: each cell is one delivery, and says exactly what
 * is on record at the end, how many messages reached the phone and the inbox, and what the owner was told.
 *
 * The deliveries of a column run at once, each with its own recipient and fault; a dying worker dies when all of them
 * have arrived at the point, so every cell is killed exactly there.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idArray } from '#services/deliveries/locked.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type Fault, type Message, type World } from '#tests/harness/world.ts';
import {
  bringForward,
  createWriter,
  endWaits,
  engineSynced,
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
  /** The attempts in their order, each with its way and its rejection. */
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

/** Nobody dies: the provider alone decides. By email; `byWhatsApp` says what is another matter there. */
const LIVES: Record<Provider, Cell> = {
  ok: arrived(['accepted']),
  400: refused(['rejected:permanent']),
  401: arrived(['rejected:configuration', 'accepted']),
  429: arrived(['rejected:transient', 'accepted']),
  500: arrived(['rejected:transient', 'accepted']),
  // Nobody can tell whether it was taken: the provider says nothing in time, so one further copy goes out.
  timeout: arrived(['unknown', 'accepted'], { copy: true }),
  reset: arrived(['unknown', 'accepted'], { copy: true }),
  // It was taken, and the provider's own event says so in time: no copy.
  dropped: arrived(['accepted']),
  // It was taken and nobody says so: the one case in which a second copy goes out, and it is recorded.
  'dropped, no event': { ...arrived(['unknown', 'accepted'], { inbox: 2, copy: true }) },
};

const MATRIX: Record<Death, Record<Provider, Cell>> = {
  lives: LIVES,
  'before the claim': LIVES,
  // The dead worker's claim is an outcome that nobody knows, and no message; the copy is the first one to leave.
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
    // Two outcomes that nobody knows: it fails as unconfirmed, and the owner decides.
    timeout: refused(['unknown', 'unknown'], { copy: true }),
    reset: refused(['unknown', 'unknown'], { copy: true }),
    dropped: arrived(['unknown', 'accepted'], { copy: true }),
    'dropped, no event': { ...refused(['unknown', 'unknown'], { copy: true }), inbox: 1 },
  },
  // The answer died with the worker. Where it was taken, the provider's event settles it without a copy.
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

/** The same by WhatsApp: what would fail goes by email instead, at once, and the owner need not be told. */
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

/** Each channel, with the vendor that brings it and what it makes of a cell. */
const CHANNELS = [
  { channel: 'email', vendor: 'sendgrid', as: byEmail },
  { channel: 'whatsapp', vendor: 'twilio', as: byWhatsApp },
] as const;
const CELLS = CHANNELS.flatMap((way) => PROVIDERS.map((provider) => ({ ...way, provider })));
type Key = `${(typeof CHANNELS)[number]['channel']} ${Provider}`;

interface Sent {
  to: string;
  phone: string | null;
  id: string;
}
type Column = Map<Key, Sent>;

const DEATHS = Object.keys(MATRIX) as Death[];
/** Longer than the test takes: nothing is tried again before its instant is moved. */
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
  // The engine knows all of them, and nothing is claimed.
  await world.worker.kill('SIGKILL');
  await dieAt('between claim and call', 'claimed');
  await dieAt('between call and record', 'answered');
  await heardOfTaken();
  // What the dead have claimed is held by nobody.
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

/** One delivery for each cell of a column, each with its own recipient and what the provider does to it. */
async function schedule(death: Death, when: 'far' | 'now'): Promise<Column> {
  const cells = CELLS.map(async ({ channel, vendor, provider }, index): Promise<[Key, Sent]> => {
    const to = `${channel}.${provider}.${death}@example.com`.replace(/[^\w.@]+/g, '-');
    const phone = channel === 'whatsapp' ? `+35191${DEATHS.indexOf(death)}${234_500 + index}` : null;
    const fault = PROVIDER[provider];
    if (fault) await world.fault({ vendor, ...fault, to: phone ?? to });
    const { id } = await (when === 'far' ? writer.scheduleFar(to, phone) : writer.scheduleNow(to, phone));
    return [`${channel} ${provider}`, { to, phone, id }];
  });
  return new Map(await Promise.all(cells));
}

const idsOf = (death: Death) => idArray([...(columns.get(death) as Column).values()].map(({ id }) => id));

/** A worker dies when all of a column have arrived at the point; they are kept from the next one that dies. */
async function dieAt(death: Death, point: 'claimed' | 'answered'): Promise<void> {
  const CRASH_WITH = `${CELLS.length}`;
  const dying = world.workerOf('tests/harness/crashing-worker.ts', { CRASH_AT: point, CRASH_WITH });
  await dying.start();
  await bringForward(world, 'id = any(?::uuid[])', [idsOf(death)]);
  await dying.ended();
  await world.query(
    "update deliveries set next_attempt_at = now() + interval '1 hour' where status = 'pending' and id = any(?::uuid[])",
    [idsOf(death)],
  );
}

/** Waits until the web process has heard of all that was taken while workers died. */
async function heardOfTaken(): Promise<void> {
  const taken = await reportedAttempts(world);
  await eventually(
    () => pendingAttempts(world),
    (pending) => pending.every(({ attempt }) => !taken.has(attempt)),
  );
}

/** Waits until all is told, and nothing is left that anybody would do: what has not gone out by then never will. */
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
      // The link works for somebody who has to sign in first, too.
      expect(owner[0]?.text).toContain(`${world.origin}/auth?to=${encodeURIComponent(`/schedule/${id}/retry`)}`);
    }
    // Each message names the attempt it belongs to, and all of them lead to the same place.
    for (const message of mails) expect(message.custom_args.attempt_id).toMatch(/^[0-9a-f-]{36}$/);
    const links = [...mails, ...onPhone].map(({ text }) => /\/m\/[\w.-]+/.exec(text)?.[0]);
    expect(new Set(links).size).toBe(links.length > 0 ? 1 : 0);
  });
});
