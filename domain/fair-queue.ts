/** Where a request comes from. */
export interface Requester {
  /** Its network, and the wider ones that this belongs to, the narrowest first. */
  networks: readonly string[];
  /** The account that the request is about. */
  account: string;
  /** The request has proved that it comes from the account's owner. */
  isKnown: boolean;
}

/** How many requests run and wait. */
export interface FairQueueLimits {
  running: number;
  /** Below `running`, one network never uses all of it. Counts for wider networks too. */
  runningPerNetwork: number;
  waiting: number;
  /** Of one network, and of one account. */
  waitingPerLine: number;
}

/**
 * The requests of one network, or about one account, that wait. A request is in the line of each of its networks. Requests of owners have lines of their own: strangers
 * in their network or with their address cannot fill these.
 */
interface Line {
  waiting: number;
  /** The number of its last turn; of a line that is new, the last turn of all. */
  lastTurn: number;
}

interface WaitingRequest {
  networks: readonly string[];
  /** Of each of its networks, and of its account. */
  lines: readonly Line[];
  start(): void;
  refuse(): void;
}

/**
 * A queue in which a flood delays nobody else. The next turn goes to the request whose network and account have both had
 * no turn for longest. So a request from a network of its own, about an account of its own, waits for one turn of a network
 * that floods, however many accounts it names, and for one turn of an account that is flooded, from however many networks.
 *
 * When too many wait, the newest request of those that crowd most leaves: a full line refuses only its own requests.
 *
 * Ours, because libraries order a queue by one key or by a fixed priority, and this one takes turns by two keys at once:
 * docs/decisions/0061-share-password-checks-fairly.md.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #refusal: () => Error;
  /** In the order in which they came. */
  readonly #waiting: WaitingRequest[] = [];
  /** Only those in which a request waits. */
  readonly #lines = new Map<string, Line>();
  /** How many run of each network. */
  readonly #running = new Map<string, number>();
  #runningInAll = 0;
  #turn = 0;

  /** @param refusal the error of a request that cannot wait, or cannot wait longer */
  constructor(limits: FairQueueLimits, refusal: () => Error) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /**
   * Does the work when it is its turn.
   * @param signal takes the request out while it waits; what runs goes on
   * @returns what the work gives
   * @throws the refusal, when the lines are too long or the signal has come; whatever the work throws
   */
  async run<T>(requester: Requester, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turnOf(requester, signal);
    try {
      return await work();
    } finally {
      this.#countRunning(requester.networks, -1);
      this.#startNext();
    }
  }

  #turnOf(requester: Requester, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(this.#refusal());
      const request = this.#enter(requester, resolve, () => reject(this.#refusal()));
      signal?.addEventListener('abort', () => this.#refuse(request), { once: true });
      this.#startNext();
      this.#refuseSurplus(request);
    });
  }

  #enter({ networks, account, isKnown }: Requester, start: () => void, refuse: () => void): WaitingRequest {
    const lineOf = (...name: string[]) => {
      const key = JSON.stringify([isKnown, ...name]);
      const line = this.#lines.get(key) ?? { waiting: 0, lastTurn: this.#turn };
      this.#lines.set(key, line);
      return line;
    };
    const request: WaitingRequest = {
      networks,
      lines: [...networks.map((network) => lineOf('network', network)), lineOf('account', account)],
      start,
      refuse,
    };
    for (const line of request.lines) line.waiting++;
    this.#waiting.push(request);
    return request;
  }

  /** @returns whether the request was waiting */
  #leave(request: WaitingRequest): boolean {
    const index = this.#waiting.indexOf(request);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    for (const line of request.lines) line.waiting--;
    for (const [key, { waiting }] of this.#lines) if (waiting === 0) this.#lines.delete(key);
    return true;
  }

  #refuse(request: WaitingRequest): void {
    if (this.#leave(request)) request.refuse();
  }

  #startNext(): void {
    while (this.#runningInAll < this.#limits.running) {
      const [next] = this.#waiting
        .filter(({ networks }) => networks.every((one) => this.#runningOf(one) < this.#limits.runningPerNetwork))
        .sort((one, other) => compare(one, other, 'lastTurn'));
      if (!next) return;
      this.#leave(next);
      this.#turn++;
      for (const line of next.lines) line.lastTurn = this.#turn;
      this.#countRunning(next.networks, 1);
      next.start();
    }
  }

  /** A request that has just come may be one too many in its network's line, in its account's, and in all. */
  #refuseSurplus(newcomer: WaitingRequest): void {
    const { waiting, waitingPerLine } = this.#limits;
    for (const line of newcomer.lines)
      if (line.waiting > waitingPerLine)
        this.#refuseHeaviest(this.#waiting.filter(({ lines }) => lines.includes(line)));
    if (this.#waiting.length > waiting) this.#refuseHeaviest(this.#waiting);
  }

  #refuseHeaviest(requests: readonly WaitingRequest[]): void {
    const heaviest = requests.toSorted((one, other) => compare(one, other, 'waiting')).at(-1);
    if (heaviest) this.#refuse(heaviest);
  }

  #runningOf(network: string): number {
    return this.#running.get(network) ?? 0;
  }

  #countRunning(networks: readonly string[], change: 1 | -1): void {
    for (const network of networks) {
      const running = this.#runningOf(network) + change;
      if (running > 0) this.#running.set(network, running);
      else this.#running.delete(network);
    }
    this.#runningInAll += change;
  }
}

/**
 * Orders requests by the largest number of their lines, then by the next smaller one, and so on. By the largest one a flood
 * counts whether it is of one network or about one account. By the next one an owner elsewhere comes before a flood at their
 * account, and a neighbour in a wide network before a flood from a narrow one.
 */
function compare(one: WaitingRequest, other: WaitingRequest, by: keyof Line): number {
  const numbersOf = ({ lines }: WaitingRequest) => lines.map((line) => line[by]).sort((a, b) => b - a);
  const [ours, theirs] = [numbersOf(one), numbersOf(other)];
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    // A request with fewer lines counts its smallest number again.
    const difference = (ours[index] ?? ours.at(-1) ?? 0) - (theirs[index] ?? theirs.at(-1) ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
