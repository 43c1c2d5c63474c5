import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const NEWLINE = 0x0a;

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
  #waiting: Buffer[] = [];
  #written: Promise<void> | null = null;

  /** @param path created with its folders when it is not there */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a+');
  }

  /**
   * Gives each whole line to `read`, oldest first, with its newline.
   * A last line that was cut off by a crash was never confirmed to anybody and is passed over.
   */
  replay(read: (line: Buffer) => void): void {
    const bytes = readFileSync(this.#file);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      read(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    if (start < bytes.length) ftruncateSync(this.#file, start);
  }

  /** @param line one JSON value and its newline; resolves when it is written, rejects when it cannot be */
  append(line: Buffer): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The journal is closed.'));
    this.#waiting.push(line);
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
    return this.#written;
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
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
    closeSync(this.#file);
  }
}
