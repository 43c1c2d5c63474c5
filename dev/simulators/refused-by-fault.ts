import type { IncomingMessage } from 'node:http';
import type { FaultOf } from './faults.ts';

const HOLD_MS = 600_000;

/**
 * Plays the faults under which a vendor that takes messages accepts nothing.
 * @param refuse answers with a status, as this vendor says it
 * @returns whether this was one
 */
export function refusedByFault(
  { mode, status, retry_after }: Pick<FaultOf<'sendgrid' | 'twilio'>, 'mode' | 'status' | 'retry_after'>,
  request: IncomingMessage,
  refuse: (status: number, headers: Record<string, string>) => void,
): boolean {
  switch (mode) {
    case 'status':
      refuse(status ?? 500, retry_after === undefined ? {} : { 'retry-after': String(retry_after) });
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
