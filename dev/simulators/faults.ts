/** Faults that tests ask for: a vendor that refuses, stays silent, hangs up, or takes a message and hangs up. */
import { z } from 'zod';

const TEN_MINUTES_MS = 600_000;

export const faultSchema = z
  .strictObject({
    vendor: z.enum(['sendgrid']),
    mode: z.enum(['status', 'timeout', 'reset', 'accept_then_drop']).optional(),
    /** The HTTP status of mode `status`. */
    status: z.number().int().min(300).max(599).optional(),
    /** Seconds, sent as Retry-After with mode `status`. */
    retry_after: z.number().int().min(0).max(86_400).optional(),
    /** How often; without it, until faults are deleted. */
    times: z.number().int().min(1).optional(),
    /** Only messages to this address. */
    to: z.string().trim().toLowerCase().min(3).optional(),
    /** The answer, whatever it is, comes this much later. */
    delay_ms: z.number().int().min(1).max(TEN_MINUTES_MS).optional(),
    /** No event for what is accepted under this fault. */
    silent: z.boolean().optional(),
  })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, {
    path: ['mode'],
    error: 'A fault has a mode, a delay_ms, or is silent.',
  })
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), {
    path: ['status'],
    error: 'Mode "status" needs a status, and no other mode takes one.',
  })
  .refine((fault) => fault.retry_after === undefined || fault.mode === 'status', {
    path: ['retry_after'],
    error: 'Only mode "status" has a retry_after.',
  });

/** An active fault; `times` counts down. */
export type Fault = z.output<typeof faultSchema> & { id: number };

/** The active faults, in the order in which they were asked for. */
export class Faults {
  #active: Fault[] = [];
  #count = 0;
  version = 0;

  add(asked: z.output<typeof faultSchema>): Fault {
    this.#count += 1;
    this.version += 1;
    const fault = { id: this.#count, ...asked };
    this.#active.push(fault);
    return fault;
  }

  /** @returns the first fault that applies to a message for these addresses; one of its times is used up */
  take(vendor: Fault['vendor'], recipients: string[]): Fault | null {
    if (this.#active.length === 0) return null;
    const addresses = recipients.map((recipient) => recipient.toLowerCase());
    const fault = this.#active.find(
      (active) => active.vendor === vendor && (active.to === undefined || addresses.includes(active.to)),
    );
    if (!fault) return null;
    if (fault.times !== undefined) {
      fault.times -= 1;
      this.version += 1;
      if (fault.times === 0) this.#active = this.#active.filter((active) => active !== fault);
    }
    return fault;
  }

  list(): readonly Fault[] {
    return this.#active;
  }

  clear(): void {
    this.#active = [];
    this.version += 1;
  }
}
