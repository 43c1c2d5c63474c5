import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';

/** A place in a list that is sorted by creation, newest first. */
export interface Place {
  createdAt: Date;
  id: string;
}

/** @returns the place as it stands in an address: it says after which item to go on */
export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/**
 * @param cursor what `cursorOf` gave; null for the beginning
 * @throws AppError validation-failed for anything else
 */
export function readCursor(cursor: string | null | undefined): Place | null {
  if (cursor === null || cursor === undefined) return null;
  const [instant, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(instant ?? '');
  // Whoever makes one up may name a year that a date can hold and the database cannot.
  const isOurs = /^2\d{3}-/.test(instant ?? '') && !Number.isNaN(createdAt.getTime()) && isId(id);
  if (!isOurs) {
    const message = 'This page of the list does not exist. Please begin at the top.';
    throw new AppError('validation-failed', message, [{ field: 'cursor', message }]);
  }
  return { createdAt, id };
}
