import { z } from 'zod';
import { isOneLine, NAME_MAX, refuseFaultyName, theirEmailSchema } from '../accounts/accounts.schema.ts';
import { fieldError } from '../field-error.ts';
import { languageSchema } from '../language.schema.ts';

const theirNameSchema = z
  .string({ error: fieldError('name-missing') })
  .trim()
  .min(1, fieldError('name-missing'))
  .max(NAME_MAX, fieldError('name-too-long', { max: NAME_MAX }))
  .refine(isOneLine, fieldError('name-not-one-line'))
  .superRefine(refuseFaultyName);

/** A person who is notified, and gets the emergency contents, when the owner stops checking in. */
export const trustedContactSchema = z.object({
  name: theirNameSchema,
  email: theirEmailSchema,
  language: languageSchema,
});
export type NewTrustedContact = z.output<typeof trustedContactSchema>;

/** As a call changes one: what is left out stays as it is. */
export const contactChangeSchema = z
  .object({ name: theirNameSchema.optional(), email: theirEmailSchema.optional(), language: languageSchema })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: fieldError('contact-change-empty'),
  });
export type ContactChange = z.output<typeof contactChangeSchema>;

/** An address that a program asks about. */
export const checkAddressSchema = z.object({ email: theirEmailSchema });
