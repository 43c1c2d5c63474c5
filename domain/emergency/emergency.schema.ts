import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { INACTIVE_DAYS, PAUSE_DAYS, SAFETY_DAYS } from './emergency.ts';

function days({ min, max }: { min: number; max: number }) {
  const message = fieldError('days-out-of-range', { min, max });
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

/** A change of the settings; a field that is left out stays as it is. */
export const emergencySettingsSchema = z.object({
  inactive_days: days(INACTIVE_DAYS).optional(),
  safety_days: days(SAFETY_DAYS).optional(),
  is_active: z
    .enum(['true', 'false'], { error: fieldError('not-true-or-false') })
    .transform((value) => value === 'true')
    .optional(),
});
export type EmergencySettings = z.output<typeof emergencySettingsSchema>;

/** The settings as the form sends them: all of them; a browser leaves out a switch that is off. */
export const emergencyFormSchema = z.object({
  inactive_days: days(INACTIVE_DAYS),
  safety_days: days(SAFETY_DAYS),
  is_active: z
    .literal('true')
    .optional()
    .transform((value) => value === 'true'),
});

/** How many days a pause lasts. */
export const pauseSchema = z.object({ days: days(PAUSE_DAYS) });
