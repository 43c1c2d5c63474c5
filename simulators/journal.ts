import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

const NEWLINE = 0x0a;

/** The position of a line in the file, in bytes. */
export interface LineLocation {
  start: number;
  length: number;
}

/**
 * An append-only file of JSON lines.
 *
 * When `append` has resolved, the operating system has the line: it survives the process, SIGKILL included.
 * Lines that arrive together are written together. Nothing is synced to the disk: thousands of messages a second matter
 * more here than a power cut.
 */
export class Journal {
  readonly #file: number;
  #isClosed = false;
  /** In bytes, with the lines that wait. */
  #size = 0;
  #waiting: Buffer[] = [];
  #written: Promise<void> | null = null;

  /** @param path of a file that is created, with its folders, if it does not exist */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a+');
  }

  /**
   * Calls `read` for each whole line, oldest first.
   * A last line that a crash cut off was never confirmed, so it is dropped.
   */
  replay(read: (line: string, location: LineLocation) => void): void {
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
   * @returns its location, and a promise that resolves when the line is written
   */
  append(line: string): { location: LineLocation; written: Promise<void> } {
    if (this.#isClosed) throw new Error('The journal is closed.');
    const bytes = Buffer.from(`${line}\n`);
    const location = { start: this.#size, length: bytes.length };
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
    return { location, written: this.#written };
  }

  /** @returns the line at a location from `append` or `replay` */
  read({ start, length }: LineLocation): string {
    this.flush();
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, start);
    return bytes.toString('utf8');
  }

  /** Writes the lines that wait, now. */
  flush(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#written = null;
    if (lines.length > 0) appendFileSync(this.#file, lines.length === 1 && lines[0] ? lines[0] : Buffer.concat(lines));
  }

  /** Deletes every line. */
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
