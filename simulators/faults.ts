/** The faults that tests ask for: a vendor refuses, never answers, hangs up, or accepts a message and hangs up. */
import { z } from 'zod';

const TEN_MINUTES_MS = 600_000;

const times = z.number().int().min(1).optional();
/** The share of the calls that fail; the same calls in every run. Without it, all. */
const rate = z.number().gt(0).max(1).optional();
const delay_ms = z.number().int().min(1).max(TEN_MINUTES_MS).optional();

/** The fields of a fault of a vendor that sends messages. */
const messageFault = {
  mode: z.enum(['status', 'timeout', 'reset', 'accept_then_drop']).optional(),
  /** The HTTP status of mode `status`. */
  status: z.number().int().min(300).max(599).optional(),
  /** Seconds to wait, with mode `status`: as Retry-After, and with SendGrid's 429 as X-RateLimit-Reset. */
  retry_after: z.number().int().min(0).max(86_400).optional(),
  /** How often; without it, until the faults are deleted. */
  times,
  rate,
  /** Only messages to this address, or to this number in E.164. */
  to: z.string().trim().toLowerCase().min(3).optional(),
  /** Delays the answer. */
  delay_ms,
  /** Suppresses the events of messages that are accepted under this fault. */
  silent: z.boolean().optional(),
};

const NEEDS_EFFECT = { path: ['mode'], error: 'A fault has a mode, a delay_ms, or is silent.' };
const NEEDS_STATUS = { path: ['status'], error: 'Mode "status" needs a status, and no other mode takes one.' };
const NO_RETRY_AFTER = { path: ['retry_after'], error: 'Only mode "status" has a retry_after.' };

const sendgridFault = z
  .strictObject({ vendor: z.literal('sendgrid'), ...messageFault })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, NEEDS_EFFECT)
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS)
  .refine((fault) => fault.retry_after === undefined || fault.mode === 'status', NO_RETRY_AFTER);

const twilioFault = z
  .strictObject({
    vendor: z.literal('twilio'),
    ...messageFault,
    /** Twilio's error code; by default the usual one for the status. */
    code: z.number().int().min(10_000).max(99_999).optional(),
  })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, NEEDS_EFFECT)
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS)
  .refine((fault) => fault.retry_after === undefined || fault.mode === 'status', NO_RETRY_AFTER)
  .refine((fault) => fault.code === undefined || fault.mode === 'status', {
    path: ['code'],
    error: 'Only mode "status" has a code.',
  });

/** The ways in which Google's ID token, or the account data in it, can be wrong. */
export const TOKEN_FAULTS = [
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
    mode: z.enum(['status', 'timeout', 'reset', 'foreign-picture', 'foreign-address', ...TOKEN_FAULTS]).optional(),
    /** The HTTP status of mode `status`. */
    status: z.number().int().min(300).max(599).optional(),
    /** The endpoint that fails; a wrong ID token comes from the token endpoint. */
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
    /** Suppresses the webhooks of events under this fault. */
    silent: z.boolean().optional(),
  })
  .refine((fault) => fault.mode || fault.delay_ms || fault.silent, NEEDS_EFFECT)
  .refine((fault) => (fault.mode === 'status') === (fault.status !== undefined), NEEDS_STATUS);

export const faultSchema = z.discriminatedUnion('vendor', [sendgridFault, twilioFault, googleFault, stripeFault]);

/** An active fault; `times` counts down. */
export type Fault = z.output<typeof faultSchema> & { id: number };
export type FaultOf<Vendor extends Fault['vendor']> = Extract<Fault, { vendor: Vendor }>;

/** The active faults, in the order in which they were added. */
export class Faults {
  #active: Fault[] = [];
  /** For each fault with a rate: the numbers that decide about its calls, one by one. */
  readonly #draws = new Map<number, () => number>();
  #count = 0;
  /** Counts changes, so that a page knows when to reload. */
  version = 0;

  add(fields: z.output<typeof faultSchema>): Fault {
    this.#count += 1;
    this.version += 1;
    const fault = { id: this.#count, ...fields };
    this.#active.push(fault);
    if (fault.rate !== undefined) this.#draws.set(fault.id, numbersFrom(fault.id));
    return fault;
  }

  /** Uses up one time of the vendor's first fault for these recipients. @returns it, or null */
  take<Vendor extends 'sendgrid' | 'twilio'>(vendor: Vendor, recipients: string[]): FaultOf<Vendor> | null {
    const addresses = recipients.map((recipient) => recipient.toLowerCase());
    return this.#use(
      (fault): fault is FaultOf<Vendor> =>
        fault.vendor === vendor && (!('to' in fault) || fault.to === undefined || addresses.includes(fault.to)),
    );
  }

  /** Uses up one time of the first fault of one of Google's endpoints. @returns it, or null */
  takeAt(at: FaultOf<'google'>['at']): FaultOf<'google'> | null {
    return this.#use((fault): fault is FaultOf<'google'> => fault.vendor === 'google' && fault.at === at);
  }

  /** Uses up one time of the first fault of Stripe's API. @returns it, or null */
  takeStripe(): FaultOf<'stripe'> | null {
    return this.#use(
      (fault): fault is FaultOf<'stripe'> => fault.vendor === 'stripe' && !!(fault.mode || fault.delay_ms),
    );
  }

  /** Uses up one time of a fault that suppresses Stripe's webhooks. @returns whether there was one */
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

/** Mulberry32: pseudo-random numbers from 0 to below 1, the same ones for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
