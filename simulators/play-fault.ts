import type { IncomingMessage } from 'node:http';
import type { Fault } from './faults.ts';

/** Longer than any client waits. */
const HOLD_MS = 600_000;

/** @param seconds how long to wait; undefined sends no header */
export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': `${seconds}` };
}

/**
 * Plays a fault under which the vendor does nothing.
 * @param refuse answers with a status, in this vendor's shape
 * @returns whether the fault was one of these; if not, the request goes on
 */
export function playRefusal(fault: Fault | null, request: IncomingMessage, refuse: (status: number) => void): boolean {
  switch (fault?.mode) {
    case 'status':
      refuse(fault.status ?? 500);
      return true;
    case 'timeout':
      request.socket.setTimeout(HOLD_MS, () => request.socket.destroy());
      return true;
    case 'reset':
      request.socket.resetAndDestroy();
      return true;
    default:
      return false;
  }
}
