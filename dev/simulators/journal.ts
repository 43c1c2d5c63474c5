import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

const NEWLINE = 0x0a;

/** Where a line lies in the file, in bytes. */
export interface Place {
  start: number;
  length: number;
}

/**
 * An append-only file of JSON lines.
 *
 * What `append` has resolved for is with the operating system, so it outlives the process, SIGKILL included.
 * Lines that arrive together are written together, and nothing is synced to the disk: thousands of messages a
 * second matter more here than a power cut.
 */
export class Journal {
  readonly #file: number;
  #isClosed = false;
  /** In bytes, with what waits to be written. */
  #size = 0;
  #waiting: Buffer[] = [];
  #written: Promise<void> | null = null;

  /** @param path created with its folders when it is not there */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a+');
  }

  /**
   * Gives each whole line to `read`, oldest first.
   * A last line that was cut off by a crash was never confirmed to anybody and is passed over.
   */
  replay(read: (line: string, place: Place) => void): void {
    const bytes = readFileSync(this.#file);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      read(bytes.toString('utf8', start, end), { start, length: end + 1 - start });
      start = end + 1;
    }
    if (start < bytes.length) ftruncateSync(this.#file, start);
    this.#size = start;
  }

  /**
   * Adds a line.
   * @param line one JSON value, without its newline
   * @returns its place, and a promise that resolves when it is written and rejects when it cannot be
   */
  append(line: string): { place: Place; written: Promise<void> } {
    if (this.#isClosed) throw new Error('The journal is closed.');
    const bytes = Buffer.from(`${line}\n`);
    const place = { start: this.#size, length: bytes.length };
    this.#size += bytes.length;
    this.#waiting.push(bytes);
    this.#written ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          this.flush();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return { place, written: this.#written };
  }

  /** @returns the line at a place that `append` or `replay` gave */
  read({ start, length }: Place): string {
    this.flush();
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, start);
    return bytes.toString('utf8');
  }

  /** Writes what waits, now. */
  flush(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#written = null;
    if (lines.length > 0) appendFileSync(this.#file, lines.length === 1 && lines[0] ? lines[0] : Buffer.concat(lines));
  }

  /** Forgets everything. */
  clear(): void {
    this.flush();
    ftruncateSync(this.#file, 0);
    this.#size = 0;
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
    closeSync(this.#file);
  }
}
