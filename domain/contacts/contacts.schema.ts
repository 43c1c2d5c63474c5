import { z } from 'zod';
import { isOneLine, NAME_MAX, theirEmailSchema } from '../accounts/accounts.schema.ts';
import { fieldError } from '../field-error.ts';

/** A person who is notified, and gets the emergency contents, when the owner stops checking in. */
export const trustedContactSchema = z.object({
  name: z
    .string({ error: fieldError('name-missing') })
    .trim()
    .min(1, fieldError('name-missing'))
    .max(NAME_MAX, fieldError('name-too-long', { max: NAME_MAX }))
    .refine(isOneLine, fieldError('name-not-one-line')),
  email: theirEmailSchema,
});
export type NewTrustedContact = z.output<typeof trustedContactSchema>;
