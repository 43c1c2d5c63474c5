/** A thread that scans many files for locations, piece by piece, so that the process which takes them answers others. */
import { parentPort } from 'node:worker_threads';
import { LocationScanner } from './location.ts';
import { LocationUnclear } from './location-budget.ts';
import type { ScanAnswer, ScanBegins, ScanQuestion } from './scan-protocol.ts';

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
    // Anything else is a fault of ours: it ends the thread, which fails the files in it.
    if (!(error instanceof LocationUnclear)) throw error;
    return { say: 'unclear', reason: error.message };
  }
}
