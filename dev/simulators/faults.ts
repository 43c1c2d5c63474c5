/** Faults that tests ask for: a vendor that refuses, stays silent, hangs up, or takes a message and hangs up. */
import { z } from 'zod';

const TEN_MINUTES_MS = 600_000;

const times = z.number().int().min(1).optional();
/** The share of the calls that it hits; the same calls in every run. Without it, all. */
const rate = z.number().gt(0).max(1).optional();
const delay_ms = z.number().int().min(1).max(TEN_MINUTES_MS).optional();

/** What a fault of a vendor that takes messages says, whichever it is. */
const messageFault = {
  mode: z.enum(['status', 'timeout', 'reset', 'accept_then_drop']).optional(),
  /** The HTTP status of mode `status`. */
  status: z.number().int().min(300).max(599).optional(),
  /** Seconds to wait, with mode `status`: as Retry-After, and with SendGrid's 429 as X-RateLimit-Reset. */
  retry_after: z.number().int().min(0).max(86_400).optional(),
  /** How often; without it, until faults are deleted. */
  times,
  rate,
  /** Only messages to this address, or to this number in E.164. */
  to: z.string().trim().toLowerCase().min(3).optional(),
  /** The answer, whatever it is, comes this much later. */
  delay_ms,
  /** No event for what is accepted under this fault. */
  silent: z.boolean().optional(),
};

const SAYS_NOTHING = { path: ['mode'], error: 'A fault has a mode, a delay_ms, or is silent.' };
const NEEDS_STATUS = { path: ['status'], error: 'Mode "status" needs a status, and no other mode takes one.' };
const NO_RETRY_AFTER = { path: ['retry_after'], error: 'Only mode "status" has a retry_after.' };

const sendgridFault = z
  .strictObject({ vendor: z.literal('sendgrid'), ...messageFault })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, SAYS_NOTHING)
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS)
  .refine((fault) => fault.retry_after === undefined || fault.mode === 'status', NO_RETRY_AFTER);

const twilioFault = z
  .strictObject({
    vendor: z.literal('twilio'),
    ...messageFault,
    /** Twilio's own code of a refusal; the usual one of its status where none is named. */
    code: z.number().int().min(10_000).max(99_999).optional(),
  })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, SAYS_NOTHING)
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS)
  .refine((fault) => fault.retry_after === undefined || fault.mode === 'status', NO_RETRY_AFTER)
  .refine((fault) => fault.code === undefined || fault.mode === 'status', {
    path: ['code'],
    error: 'Only mode "status" has a code.',
  });

/** What may be wrong with what Google says of somebody. */
export const LIES = [
  'wrong-signature',
  'unsigned',
  'signed-with-secret',
  'wrong-issuer',
  'wrong-audience',
  'wrong-party',
  'wrong-nonce',
  'no-nonce',
  'expired',
  'no-token',
  'no-email',
  'unverified-email',
] as const;

const googleFault = z
  .strictObject({
    vendor: z.literal('google'),
    mode: z.enum(['status', 'timeout', 'reset', 'foreign-picture', ...LIES]).optional(),
    /** The HTTP status of mode `status`. */
    status: z.number().int().min(300).max(599).optional(),
    /** Which of its addresses; what is told of somebody comes with the token. */
    at: z.enum(['discovery', 'keys', 'token']).default('token'),
    times,
    rate,
    delay_ms,
  })
  .refine((fault) => fault.mode || fault.delay_ms, { path: ['mode'], error: 'A fault has a mode or a delay_ms.' })
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS);

const stripeFault = z
  .strictObject({
    vendor: z.literal('stripe'),
    mode: z.enum(['status', 'timeout', 'reset', 'accept_then_drop']).optional(),
    /** The HTTP status of mode `status`. */
    status: z.number().int().min(300).max(599).optional(),
    /** Seconds, sent as Retry-After with mode `status`. */
    retry_after: z.number().int().min(0).max(86_400).optional(),
    times,
    rate,
    delay_ms,
    /** No webhook for what happens under this fault. */
    silent: z.boolean().optional(),
  })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, {
    path: ['mode'],
    error: 'A fault has a mode, a delay_ms, or is silent.',
  })
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS);

export const faultSchema = z.discriminatedUnion('vendor', [sendgridFault, twilioFault, googleFault, stripeFault]);

/** An active fault; `times` counts down. */
export type Fault = z.output<typeof faultSchema> & { id: number };
export type FaultOf<Vendor extends Fault['vendor']> = Extract<Fault, { vendor: Vendor }>;

/** The active faults, in the order in which they were asked for. */
export class Faults {
  #active: Fault[] = [];
  /** Of each fault with a rate, the numbers that decide about its calls, one after the other. */
  readonly #draws = new Map<number, () => number>();
  #count = 0;
  version = 0;

  add(asked: z.output<typeof faultSchema>): Fault {
    this.#count += 1;
    this.version += 1;
    const fault = { id: this.#count, ...asked };
    this.#active.push(fault);
    if (fault.rate !== undefined) this.#draws.set(fault.id, numbersFrom(fault.id));
    return fault;
  }

  /** @returns the vendor's first fault that applies to a message for these recipients; one of its times is used up */
  take<Vendor extends 'sendgrid' | 'twilio'>(vendor: Vendor, recipients: string[]): FaultOf<Vendor> | null {
    const addresses = recipients.map((recipient) => recipient.toLowerCase());
    return this.#use(
      (fault): fault is FaultOf<Vendor> =>
        fault.vendor === vendor && (!('to' in fault) || fault.to === undefined || addresses.includes(fault.to)),
    );
  }

  /** @returns the first fault of one of Google's addresses; one of its times is used up */
  takeAt(at: FaultOf<'google'>['at']): FaultOf<'google'> | null {
    return this.#use((fault): fault is FaultOf<'google'> => fault.vendor === 'google' && fault.at === at);
  }

  /** @returns the first fault of Stripe's calls; one of its times is used up */
  takeStripe(): FaultOf<'stripe'> | null {
    return this.#use(
      (fault): fault is FaultOf<'stripe'> => fault.vendor === 'stripe' && !!(fault.mode || fault.delay_ms),
    );
  }

  /** @returns whether Stripe keeps what has just happened to itself */
  isStripeSilent(): boolean {
    return (
      this.#use((fault): fault is FaultOf<'stripe'> => fault.vendor === 'stripe' && fault.silent === true) !== null
    );
  }

  #use<Found extends Fault>(applies: (fault: Fault) => fault is Found): Found | null {
    const fault = this.#active.find((active): active is Found => applies(active) && this.#hits(active));
    if (!fault) return null;
    if (fault.times !== undefined) {
      fault.times -= 1;
      this.version += 1;
      if (fault.times === 0) this.#active = this.#active.filter((active) => active !== fault);
    }
    return fault;
  }

  #hits({ id, rate = 1 }: Fault): boolean {
    return (this.#draws.get(id)?.() ?? 0) < rate;
  }

  list(): readonly Fault[] {
    return this.#active;
  }

  clear(): void {
    this.#active = [];
    this.#draws.clear();
    this.version += 1;
  }
}

/** Mulberry32: numbers from 0 to below 1 that look like chance and are the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
