import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Blank } from '#db/entities/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import { LocationUnclear } from './location-budget.ts';
import type { ScanAnswer, ScanBegins, ScanQuestion } from './scanning-thread.ts';

/** A piece takes milliseconds, a hostile one half a second: a thread without an answer for so long is stuck. */
const PATIENCE = 30 * SECOND;
/** One thread scans faster than files arrive; the second lets others pass a hostile file. One core stays for everything else. */
const THREADS_MAX = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Each upload has two pieces: one is filled while the other is scanned. */
const PIECE_BYTES = 256 * 1024;
/** For all files of one thread; a hostile one takes a tenth. */
const HEAP_MEGABYTES = 256;
/** Resolved by package name, because this module may be part of a bundle. */
const THREAD = pathToFileURL(createRequire(import.meta.url).resolve('#services/media/scanning-thread.ts'));

/** The scan of one file for locations. */
export interface LocationScan {
  /**
   * Copies the next bytes of the file; resolves when more can be pushed.
   * @throws LocationUnclear when the file has more possible locations than we inspect; Error when the thread has ended
   */
  push(chunk: Uint8Array): Promise<void>;
  /** To be called after the last byte. @returns what to blank, sorted. @throws as `push` does */
  blanks(): Promise<Blank[]>;
  /** Has to be called once, also after a failure. */
  end(): void;
}

/** Begins the scan of a file. @param contentType as it was detected, of a type that may hold a location */
export type ScanLocation = (contentType: string) => LocationScan;

/**
 * Scans in threads of this process, which start when they are needed and serve all files. A hand-written pool: libraries
 * give each thread one task at a time, where many slow uploads share a thread piece by piece.
 * @param threads at most
 * @param script for tests: the program of a thread
 * @param patience longest wait for an answer, in milliseconds
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
  /** Whether it has ended, or will: it gets no further file. */
  isGone = false;
  readonly #worker: Worker;
  readonly #patience: number;
  /** The scans in progress. */
  readonly #scans = new Set<Scan>();
  #unanswered = 0;
  #alarm: NodeJS.Timeout | undefined;
  #failure = new Error('The thread that scans for locations ended.');

  constructor(script: URL, patience: number) {
    this.#patience = patience;
    this.#worker = new Worker(script, {
      name: 'location-scan',
      // It gets no variables of ours, and its failure takes no memory from others.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    // The process may exit while it runs.
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

  questionSent(): void {
    this.#unanswered++;
    if (this.#unanswered === 1) this.#wait();
  }

  /** An answer about any file shows that the thread works. */
  answerReceived(): void {
    this.#unanswered--;
    clearTimeout(this.#alarm);
    if (this.#unanswered > 0) this.#wait();
  }

  /** In two halves: if our own process was stalled, it reads the answers between them. */
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
  /** The piece that is being filled, and its filled bytes. */
  #piece: Uint8Array<ArrayBuffer> | null = null;
  #filled = 0;
  /** The open question, at most one, and the answer to the last one. */
  #question: { resolve(answer: ScanAnswer): void; reject(error: Error): void } | null = null;
  #answer: Promise<ScanAnswer> | null = null;

  constructor(thread: Thread, contentType: string) {
    const { port1, port2 } = new MessageChannel();
    this.#thread = thread;
    this.#port = port1.on('message', (answer: ScanAnswer) => this.#settle()?.resolve(answer));
    thread.begin(this, contentType, port2);
  }

  async push(chunk: Uint8Array): Promise<void> {
    let copied = 0;
    while (copied < chunk.length) {
      this.#piece ??= new Uint8Array(PIECE_BYTES);
      const count = Math.min(chunk.length - copied, PIECE_BYTES - this.#filled);
      this.#piece.set(chunk.subarray(copied, copied + count), this.#filled);
      this.#filled += count;
      copied += count;
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

  /** Rejects the open question and all later ones. */
  fail(error: Error): void {
    this.#failure = error;
    this.#settle()?.reject(error);
  }

  /** Sends a piece after the one before it was scanned, whose memory is then filled next. */
  async #send(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#received();
    this.#ask({ say: 'next', memory: piece.buffer, length: this.#filled }, [piece.buffer]);
    this.#piece = answer?.say === 'taken' ? new Uint8Array(answer.memory) : null;
    this.#filled = 0;
  }

  /** @returns the answer to the last question; null before the first */
  async #received(): Promise<ScanAnswer | null> {
    const answer = await this.#answer;
    if (answer?.say === 'unclear') throw new LocationUnclear(answer.reason);
    return answer;
  }

  #ask(question: ScanQuestion, memory: ArrayBuffer[] = []): void {
    if (this.#failure) throw this.#failure;
    this.#answer = new Promise((resolve, reject) => {
      this.#question = { resolve, reject };
    });
    // The next piece awaits it: until then more of the file can be pushed.
    this.#answer.catch(() => {});
    this.#thread.questionSent();
    this.#port.postMessage(question, memory);
  }

  /** @returns the question that was open */
  #settle() {
    const question = this.#question;
    this.#question = null;
    if (question) this.#thread.answerReceived();
    return question;
  }
}
