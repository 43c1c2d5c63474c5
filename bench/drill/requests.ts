/** People's requests through the proxy, a steady stream, each on record. Nothing is asked again: a person sees each failure. */
import { Agent, request } from 'node:https';
import { SERVED_BY } from '#dev/cluster/proxy.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { DrilledRequest } from './judge.ts';
import type { Owner, Reader } from './people.ts';

const WITHIN = 30 * SECOND;
/** Letters that a person schedules are due so long after. */
const DUE_AFTER = MINUTE;
/** A present owner checks in so often within the shortest time that they are allowed. */
const SIGNS_PER_SPAN = 4;
const SHORTEST_SPAN_DAYS = 7;
/** A reader does so many things before it is the next one's turn. */
const VISITS = 8;

interface Ask {
  what: string;
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  expected?: number;
  readsFile?: boolean;
}

/** Where requests go, and by whom. */
export interface TrafficPlan {
  origin: string;
  /** The certificate of the proxy. */
  ca: string;
  /** How many a second, besides check-ins. */
  rate: number;
  /** In turn, as people of their own would: two writes of one person wait for each other. */
  readers: readonly Reader[];
  /** The address of a file, and a token of its owner. */
  file: { path: string; token: string };
  owners: readonly Owner[];
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** What people did, and what they were told. */
export class Traffic {
  readonly requests: DrilledRequest[] = [];
  /** What people were told is saved. */
  readonly letters: string[] = [];
  /** The first letter of each reader, by their token. */
  readonly #firstLetters = new Map<string, string>();
  readonly deliveries: string[] = [];
  readonly #plan: TrafficPlan;
  readonly #agent: Agent;
  readonly #pending = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #turn = 0;

  constructor(plan: TrafficPlan) {
    this.#plan = plan;
    this.#agent = new Agent({ ca: plan.ca, keepAlive: true });
  }

  start(): void {
    const present = this.#plan.owners.filter(({ isSilent }) => !isSilent);
    this.#timers = [
      setInterval(() => this.#add(this.#visit()), SECOND / this.#plan.rate),
      ...(present.length > 0 ? [this.#checkIns(present)] : []),
    ];
  }

  /** Sends nothing more. @returns when the last request has its answer */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#pending);
    this.#agent.destroy();
  }

  #add(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  #checkIns(present: readonly Owner[]): NodeJS.Timeout {
    let n = 0;
    const each = (SHORTEST_SPAN_DAYS * this.#plan.day) / SIGNS_PER_SPAN / present.length;
    return setInterval(() => this.#add(this.#checkIn(present[n++ % present.length] as Owner)), each);
  }

  async #checkIn(owner: Owner): Promise<void> {
    const startedAt = Date.now();
    const path = '/api/emergency/check-in';
    const done = await this.#ask({ what: 'check in', method: 'POST', path, headers: bearer(owner.token) });
    if (done) owner.signs.push(startedAt);
  }

  async #visit(): Promise<void> {
    const { readers, file } = this.#plan;
    const turn = this.#turn++;
    const reader = readers[Math.floor(turn / VISITS) % readers.length] as Reader;
    const own = bearer(reader.token);
    const page = { headers: { cookie: reader.cookie } };
    const visits: (() => Promise<unknown>)[] = [
      () => this.#ask({ what: 'landing page', path: '/' }),
      () => this.#ask({ what: 'dashboard', path: '/dashboard', ...page }),
      () => this.#write(reader),
      () => this.#ask({ what: 'gallery', path: '/shared' }),
      () => this.#ask({ what: 'list of deliveries', path: '/api/delivery/list', headers: own }),
      () => this.#ask({ what: 'file', path: file.path, headers: bearer(file.token), readsFile: true }),
      () => this.#ask({ what: 'schedule page', path: '/schedule', ...page }),
      () => this.#schedule(reader),
    ];
    await visits[turn % VISITS]?.();
  }

  async #write({ token }: Reader): Promise<void> {
    const headers = bearer(token);
    const body = { type: 'text', title: `Letter ${this.#turn}`, content: 'Dear Ana,\n\nStill here.' };
    const path = '/api/content/upload';
    const saved = await this.#ask({ what: 'save a letter', method: 'POST', path, headers, body, expected: 201 });
    if (!saved) return;
    this.letters.push(saved.id);
    if (!this.#firstLetters.has(token)) this.#firstLetters.set(token, saved.id);
  }

  async #schedule({ token }: Reader): Promise<void> {
    const headers = bearer(token);
    const letter = this.#firstLetters.get(token);
    if (letter === undefined) return;
    const body = {
      ...{ content_id: letter, delivery_type: 'email', recipient_name: 'Ana' },
      recipient_email: `scheduled-${this.#turn}@example.com`,
      scheduled_time: new Date(Date.now() + DUE_AFTER).toISOString(),
    };
    const path = '/api/delivery/schedule';
    const made = await this.#ask({ what: 'schedule', method: 'POST', path, headers, body, expected: 201 });
    if (made) this.deliveries.push(made.id);
  }

  /** @returns the answer's JSON, or an empty object for a page; null for a failure */
  async #ask(ask: Ask): Promise<{ id: string } | null> {
    const startedAt = Date.now();
    const { status, servedBy, text } = await this.#send(ask);
    const isExpected = status === (ask.expected ?? 200);
    const { what, readsFile = false } = ask;
    this.requests.push({ what, startedAt, endedAt: Date.now(), status, isExpected, servedBy, readsFile });
    if (!isExpected) return null;
    return text.startsWith('{') ? (JSON.parse(text) as { id: string }) : { id: '' };
  }

  #send({ method = 'GET', path, headers = {}, body }: Ask) {
    type Answer = { status: number | null; servedBy: string | null; text: string };
    return new Promise<Answer>((resolve) => {
      let servedBy: string | null = null;
      const fail = () => resolve({ status: null, servedBy, text: '' });
      const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
      const options = { agent: this.#agent, method, headers: { ...headers, ...json }, timeout: WITHIN };
      const asking = request(new URL(path, this.#plan.origin), options, (answer) => {
        const by = answer.headers[SERVED_BY];
        servedBy = typeof by === 'string' ? by : null;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', fail);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? null, servedBy, text: Buffer.concat(chunks).toString() }),
        );
      });
      asking.once('timeout', () => asking.destroy());
      asking.once('error', fail);
      asking.end(body ? JSON.stringify(body) : undefined);
    });
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
