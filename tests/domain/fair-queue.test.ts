import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits, type Requester } from '#domain/fair-queue.ts';

const LIMITS: FairQueueLimits = { running: 2, runningPerNetwork: 2, waiting: 40, waitingPerLine: 20 };

/** A job from one network, unless it names several. */
type Job = Partial<Requester> & { network?: string };

/** Jobs that run until the test ends them. */
class Bench {
  /** The names of jobs that have begun, in that order. */
  readonly started: string[] = [];
  readonly refused: string[] = [];
  readonly #queue: FairQueue;
  readonly #running = new Map<string, () => void>();

  constructor(limits: Partial<FairQueueLimits> = {}) {
    this.#queue = new FairQueue({ ...LIMITS, ...limits }, () => new Error('full'));
  }

  get running(): string[] {
    return [...this.#running.keys()];
  }

  async add(name: string, { network = name, ...requester }: Job, signal?: AbortSignal): Promise<void> {
    const whole = { networks: [network], account: name, isKnown: false, ...requester };
    this.#queue
      .run(
        whole,
        async () => {
          this.started.push(name);
          await new Promise<void>((resolve) => this.#running.set(name, resolve));
        },
        signal,
      )
      .catch(() => this.refused.push(name));
    await settled();
  }

  async addMany(count: number, name: string, of: (index: number) => Job): Promise<void> {
    for (let index = 0; index < count; index++) await this.add(`${name}${index}`, of(index));
  }

  /** Ends the job that has run longest. */
  async endOne(): Promise<void> {
    const [name = ''] = this.running;
    this.#running.get(name)?.();
    this.#running.delete(name);
    await settled();
  }

  /** @returns the jobs that begin from now until the named one does */
  async turnsBefore(name: string): Promise<string[]> {
    const before = this.started.length;
    while (!this.started.includes(name) && this.running.length > 0) await this.endOne();
    return this.started.slice(before, this.started.indexOf(name));
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('concurrent jobs', () => {
  test('as many as the limit allows, but at most two of one network: other networks keep a free slot', async () => {
    const bench = new Bench({ running: 3 });
    await bench.addMany(5, 'a', (index) => ({ network: 'A', account: `${index}` }));
    expect(bench.running).toEqual(['a0', 'a1']);
    await bench.add('b', {});
    expect(bench.running).toEqual(['a0', 'a1', 'b']);
    await bench.endOne();
    expect(bench.running).toEqual(['a1', 'b', 'a2']);
  });

  test('a job that fails frees its slot for the next, and passes its error to its caller', async () => {
    const queue = new FairQueue({ ...LIMITS, running: 1 }, () => new Error('full'));
    const requester = { networks: ['A'], account: 'a', isKnown: false };
    await expect(queue.run(requester, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(requester, async () => 'done')).toBe('done');
  });
});

describe('wide networks', () => {
  const inside = (index: number) => ({ networks: [`/64 ${index}`, `/56 ${index % 3}`, '/48'], account: `${index}` });

  test('at most two jobs of all narrow networks in one wide network run at once', async () => {
    const bench = new Bench({ running: 3 });
    await bench.addMany(5, 'a', inside);
    expect(bench.running).toEqual(['a0', 'a1']);
    await bench.add('b', {});
    expect(bench.running).toEqual(['a0', 'a1', 'b']);
  });

  test('a flood from a wide network, each time from another narrow one: a job from elsewhere is next but one', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', inside);
    await bench.add('other', {});
    expect((await bench.turnsBefore('other')).length).toBeLessThanOrEqual(1);
  });

  test('a flood at one account, from a wide network: its owner elsewhere waits for one turn, and takes a place in a full queue', async () => {
    const bench = new Bench();
    await bench.addMany(22, 'flood', (index) => ({ ...inside(index), account: 'owner' }));
    await bench.add('owner', { network: 'B', account: 'owner' });
    expect(bench.refused).toHaveLength(1);
    expect(bench.refused).not.toContain('owner');
    expect((await bench.turnsBefore('owner')).length).toBeLessThanOrEqual(1);
  });

  test('a flood from one narrow network does not delay its neighbours in the wide one', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', (index) => ({ ...inside(1), account: `${index}` }));
    await bench.add('neighbour', inside(2));
    expect((await bench.turnsBefore('neighbour')).length).toBeLessThanOrEqual(1);
  });
});

describe('the order of waiting jobs', () => {
  test('a flood from one network, whatever accounts it names: a job from another network is next but one', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', (index) => ({ network: 'A', account: `${index % 7}` }));
    await bench.add('other', {});
    expect((await bench.turnsBefore('other')).length).toBeLessThanOrEqual(1);
  });

  test('a flood at one account, from many networks: a job about another account is next but one', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', () => ({ account: 'attacked' }));
    await bench.add('other', {});
    expect((await bench.turnsBefore('other')).length).toBeLessThanOrEqual(1);
  });

  test('the owner of an attacked account comes before the flood, on a device that is known or on another network', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', () => ({ network: 'A', account: 'owner' }));
    await bench.add('elsewhere', { network: 'B', account: 'owner' });
    expect((await bench.turnsBefore('elsewhere')).length).toBeLessThanOrEqual(1);
    await bench.add('known', { network: 'A', account: 'owner', isKnown: true });
    expect((await bench.turnsBefore('known')).length).toBeLessThanOrEqual(1);
  });

  test('a device that is known waits for no flood at its account from many networks', async () => {
    const bench = new Bench();
    await bench.addMany(20, 'flood', () => ({ account: 'owner' }));
    await bench.add('known', { account: 'owner', isKnown: true });
    expect((await bench.turnsBefore('known')).length).toBeLessThanOrEqual(1);
  });

  test('accounts of one network take turns', async () => {
    const bench = new Bench({ running: 1 });
    await bench.addMany(4, 'a', () => ({ network: 'N', account: 'A' }));
    await bench.addMany(2, 'b', () => ({ network: 'N', account: 'B' }));
    await bench.turnsBefore('none');
    expect(bench.started).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'a3']);
  });

  test('a network that comes back waits behind those who came before it', async () => {
    const bench = new Bench({ running: 1 });
    await bench.add('first', { network: 'A' });
    await bench.endOne();
    await bench.add('second', {});
    await bench.add('third', {});
    await bench.add('again', { network: 'A' });
    await bench.turnsBefore('none');
    expect(bench.started).toEqual(['first', 'second', 'third', 'again']);
  });

  test('a job that waits is not passed by those that come later from new networks', async () => {
    const bench = new Bench({ running: 1 });
    await bench.addMany(2, 'office', (index) => ({ network: 'O', account: `${index}` }));
    await bench.addMany(20, 'new', () => ({}));
    expect((await bench.turnsBefore('office1')).length).toBe(0);
  });

  const jobs = fc.array(fc.record({ network: fc.nat(9).map(String), account: fc.nat(9).map(String) }), {
    minLength: 1,
    maxLength: 40,
  });

  test('a job whose network has just had a turn is not passed by those that come later from new networks, either', async () => {
    const bench = new Bench({ running: 1 });
    await bench.addMany(3, 'a', (index) => ({ network: 'A', account: `${index}` }));
    await bench.endOne();
    await bench.addMany(5, 'new', () => ({}));
    expect(bench.running).toEqual(['a1']);
    expect(await bench.turnsBefore('a2')).toEqual([]);
  });

  test('whatever waits, one more waits for no more turns than there are networks, nor than there are accounts', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 1, max: 3 }), fc.nat(20), async (flood, running, ended) => {
        const bench = new Bench({ running });
        for (const [index, requester] of flood.entries()) await bench.add(`${index}`, requester);
        for (let count = 0; count < ended && bench.running.length > 0; count++) await bench.endOne();
        await bench.add('other', { network: 'B', account: 'B' });
        const [networks, accounts] = [
          new Set(flood.map(({ network }) => network)),
          new Set(flood.map(({ account }) => account)),
        ];
        const turns = (await bench.turnsBefore('other')).length;
        expect(turns).toBeLessThanOrEqual(Math.min(networks.size, accounts.size));
        expect(bench.started).toContain('other');
      }),
      { numRuns: 60 },
    );
  });

  test('never exceeds the limit, and does or refuses each job once', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 1, max: 3 }), async (flood, running) => {
        const bench = new Bench({ running, waiting: 12, waitingPerLine: 6 });
        const networkOf = (name: string) => flood[Number(name)]?.network;
        for (const [index, requester] of flood.entries()) {
          await bench.add(`${index}`, requester);
          if (index % 3 === 2) await bench.endOne();
          expect(bench.running.length).toBeLessThanOrEqual(running);
          for (const one of bench.running)
            expect(bench.running.filter((other) => networkOf(other) === networkOf(one)).length).toBeLessThanOrEqual(2);
        }
        await bench.turnsBefore('none');
        const names = flood.map((_, index) => `${index}`);
        expect([...bench.started, ...bench.refused].sort()).toEqual(names.sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('a full queue', () => {
  test('of jobs of one network: refuses the newest of the account that sent most', async () => {
    const bench = new Bench();
    await bench.addMany(22, 'flood', () => ({ network: 'A', account: 'attacked' }));
    expect(bench.refused).toEqual([]);
    await bench.add('colleague', { network: 'A', account: 'colleague' });
    expect(bench.refused).toEqual(['flood21']);
    await bench.add('flood22', { network: 'A', account: 'attacked' });
    expect(bench.refused).toEqual(['flood21', 'flood22']);
  });

  test('of jobs about one account: its owner on another network replaces the newest of the flood', async () => {
    const bench = new Bench();
    await bench.addMany(22, 'flood', () => ({ network: 'A', account: 'owner' }));
    await bench.add('owner', { network: 'B', account: 'owner' });
    expect(bench.refused).toEqual(['flood21']);
  });

  test('of jobs of all networks: a job of a quiet network replaces the newest of the busiest network', async () => {
    const bench = new Bench({ waitingPerLine: 100 });
    await bench.addMany(42, 'flood', (index) => ({ network: 'A', account: `${index}` }));
    await bench.add('other', {});
    expect(bench.refused).toEqual(['flood41']);
    expect((await bench.turnsBefore('other')).length).toBeLessThanOrEqual(1);
  });

  test('with one job of each network and account: refuses the newest', async () => {
    const bench = new Bench();
    await bench.addMany(42, 'alone', () => ({}));
    await bench.add('one more', {});
    expect(bench.refused).toEqual(['one more']);
  });

  test('of unknown devices: refuses no known device', async () => {
    const bench = new Bench();
    await bench.addMany(30, 'flood', (index) => ({ network: 'A', account: `${index}` }));
    await bench.add('known', { network: 'A', account: 'owner', isKnown: true });
    expect(bench.refused).not.toContain('known');
  });
});

describe('a request whose client has disconnected', () => {
  test('leaves the queue', async () => {
    const bench = new Bench({ running: 1 });
    const client = new AbortController();
    await bench.add('runs', { network: 'A' });
    await bench.add('left', { network: 'A' }, client.signal);
    await bench.add('stays', { network: 'A' });
    client.abort();
    await settled();
    await bench.turnsBefore('none');
    expect([bench.started, bench.refused]).toEqual([['runs', 'stays'], ['left']]);
  });

  test('does not begin to wait if it disconnected before, and continues if its turn has come', async () => {
    const bench = new Bench({ running: 1 });
    const client = new AbortController();
    await bench.add('runs', {}, client.signal);
    client.abort();
    await bench.add('left', {}, client.signal);
    expect([bench.running, bench.refused]).toEqual([['runs'], ['left']]);
  });
});
