import type { IncomingMessage } from 'node:http';
import type { FaultOf } from './faults.ts';

const HOLD_MS = 600_000;

/** @returns the usual header that asks to wait so many seconds, where a test says how long */
export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': `${seconds}` };
}

/**
 * Plays the faults under which a vendor that takes messages accepts nothing.
 * @param refuse answers with a status, and with the wish to wait so many seconds, as this vendor says both
 * @returns whether this was one
 */
export function refusedByFault(
  { mode, status, retry_after }: Pick<FaultOf<'sendgrid' | 'twilio'>, 'mode' | 'status' | 'retry_after'>,
  request: IncomingMessage,
  refuse: (status: number, seconds: number | undefined) => void,
): boolean {
  switch (mode) {
    case 'status':
      refuse(status ?? 500, retry_after);
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
