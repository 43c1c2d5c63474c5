import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Blank } from '#db/entities/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import { LocationUnclear } from './location-budget.ts';
import type { ScanAnswer, ScanBegins, ScanQuestion } from './scan-protocol.ts';

/** A piece takes milliseconds, and a hostile one half a second: a thread that says nothing for so long is stuck. */
const PATIENCE = 30 * SECOND;
/** One scans faster than files come; a second one keeps a hostile file from holding up the others. One core is for everything else. */
const THREADS_MAX = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Sent at once. An upload has two of them: one is filled while the other is scanned. */
const PIECE_BYTES = 256 * 1024;
/** What all files that it scans may take of it; a hostile one takes a tenth. */
const HEAP_MEGABYTES = 256;
/** By its name: beside us it is only as long as we are no part of a bundle. */
const THREAD = pathToFileURL(createRequire(import.meta.url).resolve('#services/media/scanning-thread.ts'));

/** The scan of one file for where a camera wrote its location. */
export interface LocationScan {
  /**
   * Takes the next bytes of the file and copies them; resolves when more can be taken.
   * @throws LocationUnclear when the file holds more than can be looked into; Error when the thread that scans is gone
   */
  push(chunk: Uint8Array): Promise<void>;
  /** @returns what to blank, sorted, once all bytes have passed. @throws as `push` does */
  blanks(): Promise<Blank[]>;
  /** Gives up what is left of it. Has to be called once, whatever became of the scan. */
  end(): void;
}

/** Begins to scan a file. @param contentType as it was sniffed, of a kind that may hold a location */
export type ScanLocation = (contentType: string) => LocationScan;

/**
 * Scans in threads of this process, which are started when they are needed and serve all files.
 * @param threads how many there are at most
 * @param script for tests: what a thread runs, and
 * @param patience how long it may say nothing while it is asked, in milliseconds
 */
export function scanApart(options: { threads?: number; script?: URL; patience?: number } = {}): ScanLocation {
  const { threads: most = THREADS_MAX, script = THREAD, patience = PATIENCE } = options;
  let threads: Thread[] = [];
  return (contentType) => {
    threads = threads.filter((thread) => !thread.isGone);
    let [thread] = threads.toSorted((a, b) => a.scans - b.scans);
    if (!thread || (thread.scans > 0 && threads.length < most)) {
      thread = new Thread(script, patience);
      threads.push(thread);
    }
    return new Scan(thread, contentType);
  };
}

class Thread {
  /** Whether it has ended, or is about to: no further file is given to it. */
  isGone = false;
  readonly #worker: Worker;
  readonly #patience: number;
  /** The files that it scans at the moment. */
  readonly #scans = new Set<Scan>();
  #unanswered = 0;
  #alarm: NodeJS.Timeout | undefined;
  #failure = new Error('The thread that scans for locations ended.');

  constructor(script: URL, patience: number) {
    this.#patience = patience;
    this.#worker = new Worker(script, {
      name: 'location-scan',
      // It gets nothing of ours, and takes nothing from others when it fails.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    // It keeps nobody from leaving.
    this.#worker.unref();
    this.#worker.once('error', (cause) => {
      this.isGone = true;
      this.#failure = new Error('The thread that scans for locations failed.', { cause });
    });
    this.#worker.once('exit', () => {
      this.isGone = true;
      clearTimeout(this.#alarm);
      for (const scan of this.#scans) scan.fail(this.#failure);
    });
  }

  get scans(): number {
    return this.#scans.size;
  }

  begin(scan: Scan, contentType: string, port: MessagePort): void {
    this.#scans.add(scan);
    this.#worker.postMessage({ contentType, port } satisfies ScanBegins, [port]);
  }

  leave(scan: Scan): void {
    this.#scans.delete(scan);
  }

  asked(): void {
    this.#unanswered++;
    if (this.#unanswered === 1) this.#wait();
  }

  /** An answer about any file shows that it works, however many wait. */
  answered(): void {
    this.#unanswered--;
    clearTimeout(this.#alarm);
    if (this.#unanswered > 0) this.#wait();
  }

  /** Waits in two halves: a process that was held up itself hears between them what was answered meanwhile. */
  #wait(halves = 2): void {
    this.#alarm = setTimeout(() => {
      if (halves > 1) this.#wait(halves - 1);
      else this.#giveUp();
    }, this.#patience / 2);
  }

  #giveUp(): void {
    this.isGone = true;
    this.#failure = new Error(`The thread that scans for locations said nothing for ${this.#patience} ms.`);
    void this.#worker.terminate();
  }
}

class Scan implements LocationScan {
  readonly #thread: Thread;
  readonly #port: MessagePort;
  #failure: Error | null = null;
  /** What is being filled, and how much of it is. */
  #piece: Uint8Array<ArrayBuffer> | null = null;
  #filled = 0;
  /** The question under way, at most one, and the answer to the last one. */
  #asked: { resolve(answer: ScanAnswer): void; reject(error: Error): void } | null = null;
  #answer: Promise<ScanAnswer> | null = null;

  constructor(thread: Thread, contentType: string) {
    const { port1, port2 } = new MessageChannel();
    this.#thread = thread;
    this.#port = port1.on('message', (answer: ScanAnswer) => this.#settle()?.resolve(answer));
    thread.begin(this, contentType, port2);
  }

  async push(chunk: Uint8Array): Promise<void> {
    let taken = 0;
    while (taken < chunk.length) {
      this.#piece ??= new Uint8Array(PIECE_BYTES);
      const count = Math.min(chunk.length - taken, PIECE_BYTES - this.#filled);
      this.#piece.set(chunk.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      if (this.#filled === PIECE_BYTES) await this.#send(this.#piece);
    }
  }

  async blanks(): Promise<Blank[]> {
    if (this.#piece && this.#filled > 0) await this.#send(this.#piece);
    await this.#received();
    this.#ask({ say: 'end' });
    const answer = await this.#received();
    if (answer?.say !== 'found') throw new Error('The thread that scans for locations gave no answer.');
    return answer.blanks;
  }

  end(): void {
    this.#settle();
    this.#port.close();
    this.#thread.leave(this);
  }

  /** Ends what is asked, and what will be. */
  fail(error: Error): void {
    this.#failure = error;
    this.#settle()?.reject(error);
  }

  /** Sends a piece once the one before it was taken, whose memory is then filled next. */
  async #send(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#received();
    this.#ask({ say: 'next', memory: piece.buffer, length: this.#filled }, [piece.buffer]);
    this.#piece = answer?.say === 'taken' ? new Uint8Array(answer.memory) : null;
    this.#filled = 0;
  }

  /** @returns the answer to the last question; null when there was none */
  async #received(): Promise<ScanAnswer | null> {
    const answer = await this.#answer;
    if (answer?.say === 'unclear') throw new LocationUnclear(answer.reason);
    return answer;
  }

  #ask(question: ScanQuestion, memory: ArrayBuffer[] = []): void {
    if (this.#failure) throw this.#failure;
    this.#answer = new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
    });
    // It is heard when the next piece is full: until then more of the file is taken.
    this.#answer.catch(() => {});
    this.#thread.asked();
    this.#port.postMessage(question, memory);
  }

  /** @returns the question that was under way */
  #settle() {
    const asked = this.#asked;
    this.#asked = null;
    if (asked) this.#thread.answered();
    return asked;
  }
}
