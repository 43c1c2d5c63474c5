import { z } from 'zod';
import { daysSchema } from '../emergency/emergency.schema.ts';
import { HOLD_DAYS } from '../emergency/emergency.ts';
import { fieldError } from '../field-error.ts';
import { isId } from '../ids.ts';
import { newPasswordSchema, PASSWORD_MAX, passwordSchema } from './accounts.schema.ts';

/** A second password for check-ins, as its page sends it. The account's own proves who asks. */
const saving = z.object({
  intent: z.literal('save'),
  current_password: passwordSchema,
  new_password: newPasswordSchema,
  contact: z.string({ error: fieldError('duress-contact-missing') }).refine(isId, fieldError('duress-contact-missing')),
  days: daysSchema(HOLD_DAYS),
});
const removing = z.object({ intent: z.literal('remove'), current_password: passwordSchema });
const ending = z.object({ intent: z.literal('end'), current_password: passwordSchema });

export const duressSchema = z.discriminatedUnion('intent', [saving, removing, ending]);
export type DuressChange = z.output<typeof duressSchema>;

/** A check-in with a password. */
export const passwordCheckInSchema = z.object({
  password: z
    .string({ error: fieldError('password-missing') })
    .min(1, fieldError('password-missing'))
    .max(PASSWORD_MAX, fieldError('password-too-long')),
});
