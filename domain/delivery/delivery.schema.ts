import { z } from 'zod';
import { NAME_MAX } from '../accounts/accounts.schema.ts';
import { isId } from '../ids.ts';
import { isTimeZone } from '../time/zone.ts';

/** An address a provider could deliver to: syntax here, its existence only the provider can tell. */
export const recipientEmailSchema = z
  .string({ error: 'Please enter the recipient’s email' })
  .trim()
  .min(1, 'Please enter the recipient’s email')
  .max(254, 'Please enter a valid email')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email'));

const recipientNameSchema = z
  .string()
  .trim()
  .max(NAME_MAX, `A name can have ${NAME_MAX} characters`)
  // Names go into a mail header: a line break there would start another header.
  .refine((name) => !/[\r\n\0]/.test(name), 'A name is one line')
  .optional()
  .transform((name) => name || null);

const localTimeSchema = z
  .string({ error: 'Please choose a date and time' })
  .trim()
  .min(1, 'Please choose a date and time')
  .regex(/^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'Please choose a date and time');

const timeZoneSchema = z
  .string({ error: 'Please choose a time zone' })
  .max(64)
  .refine(isTimeZone, 'We do not know this time zone');

/** When and to whom: what can change while a delivery waits. */
export const rescheduleSchema = z.object({
  recipient_email: recipientEmailSchema,
  recipient_name: recipientNameSchema,
  local_time: localTimeSchema,
  time_zone: timeZoneSchema,
});
export type Reschedule = z.output<typeof rescheduleSchema>;

/** A new delivery of one content, as the page gives it. */
export const scheduleSchema = rescheduleSchema.extend({
  content_id: z.string({ error: 'Please choose what to send' }).refine(isId, 'Please choose what to send'),
  delivery_type: z.literal('email', { error: 'Please choose how to send it' }),
});
export type Schedule = z.output<typeof scheduleSchema>;

/** Another try for one that failed: to the same address or to a corrected one. */
export const retrySchema = z.object({ recipient_email: recipientEmailSchema });
export type Retry = z.output<typeof retrySchema>;
