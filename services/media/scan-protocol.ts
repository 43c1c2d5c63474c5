/** What the process that takes a file and the thread that scans it say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Blank } from '#db/entities/content.ts';

/** A file begins: all else about it goes through its own port, which is closed when nobody wants an answer any longer. */
export interface ScanBegins {
  contentType: string;
  port: MessagePort;
}

/** The next bytes, at the beginning of a piece of memory that comes back with the answer; or there are no more. */
export type ScanQuestion = { say: 'next'; memory: ArrayBuffer; length: number } | { say: 'end' };

/** One for each question, in their order. After `unclear` nothing is answered. */
export type ScanAnswer =
  | { say: 'taken'; memory: ArrayBuffer }
  | { say: 'found'; blanks: Blank[] }
  | { say: 'unclear'; reason: string };
