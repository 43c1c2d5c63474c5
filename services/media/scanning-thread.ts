/**
 * A worker thread that scans many files for locations, piece by piece, so that the process which receives them stays
 * responsive; and the messages between the two.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Blank } from '#db/entities/content.ts';
import { LocationScanner } from './location.ts';
import { LocationUnclear } from './location-budget.ts';

/** A file begins: everything else about it goes through its own port, which is closed when no answer is needed. */
export interface ScanBegins {
  contentType: string;
  port: MessagePort;
}

/** The next bytes, at the start of a buffer that comes back with the answer; or the end of the file. */
export type ScanQuestion = { say: 'next'; memory: ArrayBuffer; length: number } | { say: 'end' };

/** One for each question, in their order. `unclear` is the last one. */
export type ScanAnswer =
  | { say: 'taken'; memory: ArrayBuffer }
  | { say: 'found'; blanks: Blank[] }
  | { say: 'unclear'; reason: string };

parentPort?.on('message', ({ contentType, port }: ScanBegins) => {
  const scanner = new LocationScanner(contentType);
  port.on('message', (question: ScanQuestion) => {
    const answer = answerOf(scanner, question);
    port.postMessage(answer, answer.say === 'taken' ? [answer.memory] : []);
  });
});

function answerOf(scanner: LocationScanner, question: ScanQuestion): ScanAnswer {
  try {
    if (question.say === 'end') return { say: 'found', blanks: scanner.blanks() };
    scanner.push(new Uint8Array(question.memory, 0, question.length));
    return { say: 'taken', memory: question.memory };
  } catch (error) {
    // Any other error is our fault: it ends the thread, which fails the files in it.
    if (!(error instanceof LocationUnclear)) throw error;
    return { say: 'unclear', reason: error.message };
  }
}
