import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';

/** A position in a list that is sorted by creation, newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** @returns the position as text for a URL: the list goes on after this item */
export function cursorOf({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/**
 * @param cursor from `cursorOf`; null for the beginning
 * @throws AppError validation-failed for anything else
 */
export function readCursor(cursor: string | null | undefined): Position | null {
  if (cursor === null || cursor === undefined) return null;
  const [instant, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(instant ?? '');
  // A forged cursor may name a year that Date accepts and Postgres does not.
  const isOurs = /^2\d{3}-/.test(instant ?? '') && !Number.isNaN(createdAt.getTime()) && isId(id);
  if (!isOurs) {
    throw AppError.atField('validation-failed', 'cursor', say(requestRefusals['cursor-not-valid']));
  }
  return { createdAt, id };
}
