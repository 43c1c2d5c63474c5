/** How calls can end, drawn from what they are made of: for the reference, and for the tests that hold it. */
import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Operation } from './operation.ts';

/** In the order of their status. */
const CODES = Object.keys(STATUS) as ErrorCode[];

/** @returns the codes of all refusals that a call can answer, in the order of their status */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const { auth, body, form, query, creates, path, refuses } = operation;
  const possible = new Set<ErrorCode>(['unavailable', ...refuses]);
  const add = (when: boolean, ...codes: ErrorCode[]) => when && codes.map((code) => possible.add(code));
  add(auth !== 'none', 'unauthenticated');
  add(path.includes('{'), 'not-found');
  add(query !== null, 'validation-failed');
  add(body !== null || form !== null, 'malformed', 'too-large', 'unsupported-media-type', 'validation-failed');
  // The same key for another call.
  add(creates, 'conflict', 'validation-failed');
  return CODES.filter((code) => possible.has(code));
}

/** @returns those codes by their status */
export function refusalsByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(operation)) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  return byStatus;
}
