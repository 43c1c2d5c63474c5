import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { AFTER_DAYS } from './emergency.ts';

/** A body of this many items is as long as a call may be. */
const ITEMS_MAX = 8_000;

const afterDaysSchema = z
  .int({ error: fieldError('days-out-of-range', AFTER_DAYS) })
  .min(AFTER_DAYS.min, fieldError('days-out-of-range', AFTER_DAYS))
  .max(AFTER_DAYS.max, fieldError('days-out-of-range', AFTER_DAYS));

/** Who gets what, and how many days after the release. */
export const planSchema = z.object({
  items: z
    .array(
      z.object(
        {
          content_id: z.string({ error: fieldError('content-missing') }),
          contact_id: z.string({ error: fieldError('contact-missing') }),
          after_days: afterDaysSchema,
        },
        { error: fieldError('plan-missing') },
      ),
      { error: fieldError('plan-missing') },
    )
    .max(ITEMS_MAX, fieldError('plan-too-long', { max: ITEMS_MAX })),
});
export type Plan = z.output<typeof planSchema>;
