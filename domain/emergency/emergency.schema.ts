import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { ANSWER_DAYS, CONFIRMATIONS, INACTIVE_DAYS, PAUSE_DAYS, SAFETY_DAYS, UNANSWERED_DAYS } from './emergency.ts';

/** A number of days, as a form or a call sends it. */
export function daysSchema({ min, max }: { min: number; max: number }) {
  return wholeNumber({ min, max }, fieldError('days-out-of-range', { min, max }));
}

function wholeNumber({ min, max }: { min: number; max: number }, message: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,4}$/, message)
          .transform(Number),
      ],
      { error: message },
    )
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, message);
}

const { min, max } = CONFIRMATIONS;
const confirmations = wholeNumber(CONFIRMATIONS, fieldError('confirmations-out-of-range', { min, max }));

/** A change of the settings; a field that is left out stays as it is. */
export const emergencySettingsSchema = z.object({
  inactive_days: daysSchema(INACTIVE_DAYS).optional(),
  safety_days: daysSchema(SAFETY_DAYS).optional(),
  is_active: z
    .enum(['true', 'false'], { error: fieldError('not-true-or-false') })
    .transform((value) => value === 'true')
    .optional(),
  confirmations_needed: confirmations.optional(),
  unanswered_after_days: daysSchema(UNANSWERED_DAYS).optional(),
  contacts_may_raise: z
    .enum(['true', 'false'], { error: fieldError('not-true-or-false') })
    .transform((value) => value === 'true')
    .optional(),
  answer_within_days: daysSchema(ANSWER_DAYS).optional(),
});
export type EmergencySettings = z.output<typeof emergencySettingsSchema>;

/** The settings as the form sends them: all of them; a browser leaves out a switch that is off. */
export const emergencyFormSchema = z.object({
  inactive_days: daysSchema(INACTIVE_DAYS),
  safety_days: daysSchema(SAFETY_DAYS),
  is_active: z
    .literal('true')
    .optional()
    .transform((value) => value === 'true'),
});

/** What contacts have a say in, as the form sends it: all of it; a browser leaves out a switch that is off. */
export const sayFormSchema = z.object({
  confirmations_needed: confirmations,
  unanswered_after_days: daysSchema(UNANSWERED_DAYS),
  contacts_may_raise: z
    .literal('true')
    .optional()
    .transform((value) => value === 'true'),
  answer_within_days: daysSchema(ANSWER_DAYS),
});

/** How many days a pause lasts. */
export const pauseSchema = z.object({ days: daysSchema(PAUSE_DAYS) });
