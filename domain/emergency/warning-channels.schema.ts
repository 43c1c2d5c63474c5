import { z } from 'zod';
import { theirEmailSchema } from '../accounts/accounts.schema.ts';
import { fieldError } from '../field-error.ts';
import { CODE_DIGITS, CONFIRMABLE } from './warning-channels.ts';

const PHONE_MAX = 40;
const phoneSchema = z
  .string({ error: fieldError('phone-not-text') })
  .trim()
  .max(PHONE_MAX, fieldError('phone-not-international'));
const trueOrFalse = { error: fieldError('not-true-or-false') };

/** As a call sends them: any of them; null removes the address or the number. */
export const warningChannelsSchema = z
  .object({
    second_email: theirEmailSchema.nullable(),
    phone: phoneSchema.nullable(),
    whatsapp: z.boolean(trueOrFalse),
    sms: z.boolean(trueOrFalse),
  })
  .partial()
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    fieldError('warning-channels-change-empty'),
  );
export type WarningChannelsChange = z.output<typeof warningChannelsSchema>;

const orNone = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .literal('')
    .optional()
    .transform(() => null)
    .or(schema);
/** A browser leaves out a box that is not ticked. */
const isTicked = z
  .literal('on', trueOrFalse)
  .optional()
  .transform((value) => value === 'on');

/** As the form sends them: all of them; an empty field removes the address or the number. */
export const warningChannelsFormSchema = z.object({
  second_email: orNone(theirEmailSchema),
  phone: orNone(phoneSchema),
  whatsapp: isTicked,
  sms: isTicked,
});

/** The code that we sent to an address or a phone. */
export const warningCodeSchema = z.object({
  channel: z.enum(CONFIRMABLE, { error: fieldError('warning-channel-unknown', { channels: CONFIRMABLE }) }),
  code: z
    .string({ error: fieldError('code-missing', { digits: CODE_DIGITS }) })
    .transform((code) => code.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, fieldError('code-missing', { digits: CODE_DIGITS }))),
});
export type WarningCode = z.output<typeof warningCodeSchema>;
