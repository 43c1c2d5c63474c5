import { v7 } from 'uuid';

/** @returns a new id: UUIDv7, so that rows made later sort later */
export function newId(): string {
  return v7();
}
