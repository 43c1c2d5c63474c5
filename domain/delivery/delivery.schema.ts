import { z } from 'zod';
import { isOneLine, NAME_MAX } from '../accounts/accounts.schema.ts';
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
  .string({ error: 'A name is text' })
  .trim()
  .max(NAME_MAX, `A name can have ${NAME_MAX} characters`)
  .refine(isOneLine, 'A name is one line')
  .nullish()
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

const contentIdSchema = z
  .string({ error: 'Please choose what to send' })
  .toLowerCase()
  .refine(isId, 'Please choose what to send');

/** A new delivery of one content, as the page gives it. */
export const scheduleSchema = rescheduleSchema.extend({
  content_id: contentIdSchema,
  delivery_type: z.literal('email', { error: 'Please choose how to send it' }),
});
export type Schedule = z.output<typeof scheduleSchema>;

const PHONE = 'Please enter the phone number with + and its country code';

/** As E.164 has it; what people put between the digits is left out. */
const recipientPhoneSchema = z
  .string({ error: 'A phone number is text' })
  .transform((phone) => phone.replace(/[\s().-]/g, ''))
  .pipe(z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{6,14}$/, PHONE)], { error: PHONE }))
  .nullish()
  .transform((phone) => phone || null);

/** An instant as a program gives it. When it may be is decided where the moment of the request is known. */
const instantSchema = z.iso
  .datetime({ offset: true, error: 'Please give an instant as 2031-05-04T09:00:00Z, with Z or an offset' })
  .transform((text) => new Date(text));

const channelSchema = z
  .enum(['email', 'whatsapp'], { error: 'Please choose how to send it: email' })
  .refine((channel) => channel === 'email', 'Sending by WhatsApp is not possible yet. Please choose email.')
  .transform(() => 'email' as const);

/** A new delivery of one content at an instant, as a program gives it. */
export const scheduleInstantSchema = z.object({
  content_id: contentIdSchema,
  recipient_email: recipientEmailSchema,
  recipient_name: recipientNameSchema,
  recipient_phone: recipientPhoneSchema,
  scheduled_time: instantSchema,
  delivery_type: channelSchema,
});
export type ScheduleInstant = z.output<typeof scheduleInstantSchema>;

/** What a program may change of a delivery that waits; what is left out stays as it is. */
export const changeDeliverySchema = z
  .object({
    recipient_email: recipientEmailSchema.optional(),
    recipient_name: recipientNameSchema.optional(),
    recipient_phone: recipientPhoneSchema.optional(),
    scheduled_time: instantSchema.optional(),
    delivery_type: channelSchema.optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Say what to change: scheduled_time, recipient_email, recipient_name, recipient_phone or delivery_type.',
  );
export type ChangeDelivery = z.output<typeof changeDeliverySchema>;

/** Another try for one that failed: to the same address or to a corrected one. */
export const retrySchema = z.object({ recipient_email: recipientEmailSchema });
export type Retry = z.output<typeof retrySchema>;
