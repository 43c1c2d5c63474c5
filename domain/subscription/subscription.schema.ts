import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { OFFERS, type PlanType } from './plan.ts';

const NAMES = Object.keys(OFFERS) as PlanType[];

/** The offer to subscribe to. */
export const planTypeSchema = z.object({
  plan_type: z.enum(NAMES, { error: fieldError('plan-type-unknown', { types: NAMES.join(', ') }) }),
});

/** The query that the payment page sends people back with. */
export const paidTokenSchema = z.object({
  token: z
    .string({ error: fieldError('payment-token-invalid') })
    .regex(/^[\w-]{1,200}$/, fieldError('payment-token-invalid')),
});

/** Consent to a previewed plan change. */
export const switchSchema = z.object({
  /** The instant of the preview, milliseconds since the epoch. */
  at: z.coerce.number().int().positive(),
});

const QUOTED_AT = fieldError('quote-instant-invalid');

/** A plan change as a program asks for it, with the instant of its quote. */
export const changePlanSchema = planTypeSchema.extend({
  /** Becomes milliseconds since the epoch. */
  quoted_at: z.iso.datetime({ error: QUOTED_AT }).transform((text) => Date.parse(text)),
});
