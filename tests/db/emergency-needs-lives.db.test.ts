/** Random lives of one protocol in a real database: requirements come and go between warnings, bounces and check-ins. */
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { refreshIdleProtocols } from '#services/emergency/advance.ts';
import { changeSettings, endPause, pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { type Settled, settleMails } from '#services/emergency/settle-mails.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

const LIVES = [1, 2, 3];
/** Days until a release, after `years.armed`. */
const SOONEST = 33;
/** How much a bounced warning and four deferred ones may add, in days. */
const LONGER = 14 + 4 * 3;
const WORDS = ['accepted', 'deferred', 'delivered', 'bounced'] as const;

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

type Event =
  | { kind: 'contacts'; names: string[] }
  | { kind: 'contact'; name: string }
  | { kind: 'content' | 'check-in' | 'switch' | 'end-pause' | 'return' | 'resting' }
  | { kind: 'pause'; days: number }
  | { kind: 'pass'; days: number }
  | { kind: 'mails'; word: Settled['state']; isNewest: boolean };

const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('Ana', 'Rui').map<Event>((name) => ({ kind: 'contact', name })) },
  {
    weight: 2,
    arbitrary: fc.subarray(['Ana', 'Rui'], { minLength: 1 }).map<Event>((names) => ({ kind: 'contacts', names })),
  },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: 'content' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Event['kind']>('check-in', 'switch', 'end-pause', 'return', 'resting')
      .map((kind) => ({ kind }) as Event),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map<Event>((days) => ({ kind: 'pause', days })) },
  { weight: 8, arbitrary: fc.constantFrom(1, 3, 12, 24).map<Event>((days) => ({ kind: 'pass', days })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...WORDS), fc.boolean())
      .map<Event>(([word, isNewest]) => ({ kind: 'mails', word, isNewest })),
  },
);

interface Found {
  is_active: boolean;
  is_blocked: boolean;
  stage: string;
  episode: number;
  next_step_at: string | null;
  contacts: number;
  contents: number;
  deliveries: number;
  warning: boolean;
  news: boolean;
  unanswered: number;
}

function must(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** One owner. The promises are checked against what happened, not against stored rows. */
class Life {
  /** Days since the beginning. */
  now = 0;
  /** From when silence counts, in days; null while something is missing, or it is off. */
  since: number | null = 0;
  pausedUntil = 0;
  readonly id: string;
  readonly letter: string;

  constructor({ id, letter }: { id: string; letter: { id: string } }) {
    this.id = id;
    this.letter = letter.id;
  }

  async live(event: Event): Promise<void> {
    const before = await this.look();
    const isHeard = await this.#do(event, before).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return false;
      throw error;
    });
    // Checks each passing day by itself.
    if (event.kind !== 'pass') this.#judge(before, await this.look(), isHeard);
  }

  /** @returns whether it counted as a check-in */
  async #do(event: Event, before: Found): Promise<boolean> {
    const { is_active, stage, contents } = before;
    const context = years.context();
    switch (event.kind) {
      case 'contacts': {
        const known = await listContacts(context, this.id);
        for (const { id } of known) await removeContact(context, this.id, id);
        if (known.length === 0) for (const name of event.names) await this.#add(name);
        return false;
      }
      case 'contact': {
        const known = (await listContacts(context, this.id)).find((contact) => contact.name === event.name);
        if (known) await removeContact(context, this.id, known.id);
        else await this.#add(event.name);
        return false;
      }
      case 'content':
        await setEmergency(context, this.id, this.letter, contents === 0);
        return false;
      case 'check-in':
        await checkIn(context, this.id);
        return true;
      case 'switch':
        await changeSettings(context, this.id, { is_active: !is_active });
        if (is_active) this.pausedUntil = 0;
        return true;
      case 'pause':
        await pauseProtocol(context, this.id, event.days);
        this.pausedUntil = this.now + event.days;
        return true;
      case 'end-pause':
        await endPause(context, this.id);
        this.pausedUntil = 0;
        return true;
      case 'return':
        await returnToLife(context, this.id);
        this.pausedUntil = 0;
        return true;
      case 'resting':
        await refreshIdleProtocols(years.stage.orm.em.fork());
        await years.advance(this.id);
        return false;
      case 'pass': {
        let found = before;
        for (let day = 0; day < event.days; day += 1) found = await this.#passDay(found);
        return false;
      }
      case 'mails':
        await this.#hear(event.word, event.isNewest && stage !== 'armed');
        return false;
    }
  }

  #add(name: string) {
    return addContact(years.context(), this.id, { name, email: `${name.toLowerCase()}@example.com` });
  }

  /** @returns what is found at its end */
  async #passDay(before: Found): Promise<Found> {
    await years.pass(DAY);
    this.now += 1;
    await years.advance(this.id);
    const after = await this.look();
    this.#judge(before, after, false);
    return after;
  }

  /** A provider's report of the newest mail, or of all that wait. */
  async #hear(state: Settled['state'], isNewest: boolean): Promise<void> {
    const mails = await years.query<{ id: string }>(
      `select id from emergency_mails where owner_id = ? and ${isNewest ? 'email is null' : "state = 'waiting'"}
       order by created_at desc ${isNewest ? 'limit 1' : ''}`,
      [this.id],
    );
    const said = mails.map(({ id }) => ({ mailId: id, state }));
    await years.stage.orm.em.fork().transactional((tx) => settleMails(tx, DAY, said));
    await years.advance(this.id);
  }

  async look(): Promise<Found> {
    const [found] = await years.query<Found>(
      `select p.*, (select count(*)::int from trusted_contacts where owner_id = p.owner_id) as contacts,
         (select count(*)::int from contents where owner_id = p.owner_id and is_emergency) as contents,
         (select count(*)::int from deliveries where owner_id = p.owner_id) as deliveries,
         exists (select 1 from emergency_mails where owner_id = p.owner_id and state = 'waiting' and email is null
           and kind <> 'released') as warning,
         exists (select 1 from emergency_mails where owner_id = p.owner_id and state = 'waiting' and kind = 'contact-told') as news,
         (select count(*)::int from emergency_mails m where m.owner_id = p.owner_id and m.episode < p.episode
           and kind = 'contact-told' and state = 'accepted' and not exists (select 1 from emergency_mails a
             where a.owner_id = m.owner_id and a.episode = m.episode and a.email = m.email and a.kind = 'all-clear')) as unanswered
       from emergency_protocols p where owner_id = ?`,
      [this.id],
    );
    if (!found) throw new Error('It is gone.');
    return found;
  }

  #judge(before: Found, after: Found, isHeard: boolean): void {
    const runs = (one: Found) => one.is_active && one.contacts > 0 && one.contents > 0;
    const isReleased = after.stage === 'released';
    must(
      isReleased || after.is_blocked === (after.is_active && !runs(after)),
      'It does not know whether it is blocked.',
    );
    must(after.unanswered === 0, 'A notified contact got no all-clear.');
    if (isReleased) {
      must(
        before.stage === 'released' || (this.since !== null && runs(before)),
        'It was released while it did not run.',
      );
      const from = Math.max(this.since ?? 0, this.pausedUntil);
      must(before.stage === 'released' || this.now - from >= SOONEST, `It was released on day ${this.now - from}.`);
      must(after.deliveries > 0, 'It was released, and nothing is sent.');
      this.since = null;
      return;
    }
    if (!runs(after)) {
      must(after.next_step_at === null, 'Something is to come while it does not run.');
      must(!after.warning && !after.news, 'A mail waits while it does not run.');
      must(isHeard || before.stage === after.stage, 'It moved on while it did not run.');
      must(before.deliveries === after.deliveries, 'Something is sent while it does not run.');
      this.since = null;
      return;
    }
    if (isHeard || this.since === null) {
      must(after.stage === 'armed', 'A sign of life did not begin it anew.');
      this.since = this.now;
    }
  }

  /** Adds what is missing. From then on the owner is silent. */
  async end(): Promise<void> {
    if ((await this.look()).stage === 'released') await this.live({ kind: 'return' });
    if (!(await this.look()).is_active) await this.live({ kind: 'switch' });
    if ((await this.look()).contacts === 0) await this.live({ kind: 'contact', name: 'Ana' });
    if ((await this.look()).contents === 0) await this.live({ kind: 'content' });
    const { running, release_at } = await emergencyStatus(years.context(), this.id);
    must(running && release_at !== null, 'Nothing is missing, and it does not run.');
    const latest = this.now + Math.max(0, this.pausedUntil - this.now) + SOONEST + LONGER + 1;
    let found = await this.look();
    while (this.now < latest && found.stage !== 'released') {
      found = await this.#passDay(found);
      if (!found.warning && !found.news) continue;
      await years.settle(this.id);
      await years.advance(this.id);
      found = await this.look();
    }
    must((await this.look()).stage === 'released', 'It was never released.');
  }
}

// Each by itself: a life takes seconds, and all of them together have no more time than one test.
it.each(LIVES)(
  'stops while something is missing, then gives all of the time, and releases in the end: life %i',
  async (n) => {
    await fc.assert(
      fc.asyncProperty(fc.array(events, { minLength: 8, maxLength: 24 }), async (all) => {
        const life = new Life(await years.armed());
        for (const event of all) await life.live(event);
        await life.end();
      }),
      { numRuns: 1, seed: Number(fc.readConfigureGlobal().seed) + n },
    );
  },
);
