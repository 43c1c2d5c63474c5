import { z } from 'zod';
import { isOneLine, NAME_MAX, refuseFaultyName, theirEmailSchema } from '../accounts/accounts.schema.ts';
import { fieldError } from '../field-error.ts';
import { languageSchema } from '../language.schema.ts';
import { internationalPhoneSchema } from '../phone.schema.ts';
import { CONTACT_ROLES } from './contacts.ts';

const theirNameSchema = z
  .string({ error: fieldError('name-missing') })
  .trim()
  .min(1, fieldError('name-missing'))
  .max(NAME_MAX, fieldError('name-too-long', { max: NAME_MAX }))
  .refine(isOneLine, fieldError('name-not-one-line'))
  .superRefine(refuseFaultyName);

const phoneSchema = internationalPhoneSchema.nullable().transform((phone) => phone || null);
const roleSchema = z.enum(CONTACT_ROLES, { error: fieldError('role-unknown') });

/** A person who is notified, and gets the emergency contents, when the owner stops checking in. */
export const trustedContactSchema = z.object({
  name: theirNameSchema,
  email: theirEmailSchema,
  phone: phoneSchema.optional(),
  /** Where we write when the first address refuses us. */
  alternate_email: theirEmailSchema.nullable().optional(),
  role: roleSchema.optional(),
  language: languageSchema,
});
export type NewTrustedContact = z.output<typeof trustedContactSchema>;

/** As the page changes one: with all of its fields; an empty one is null. */
export const contactFormSchema = z.object({
  name: theirNameSchema,
  email: theirEmailSchema,
  phone: phoneSchema.optional().transform((phone) => phone ?? null),
  alternate_email: theirEmailSchema.optional().transform((email) => email ?? null),
  role: roleSchema.optional(),
  language: languageSchema,
});

/** As a call changes one: what is left out stays as it is. */
export const contactChangeSchema = trustedContactSchema
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: fieldError('contact-change-empty'),
  });
export type ContactChange = z.output<typeof contactChangeSchema>;

/** An address that a program asks about. */
export const checkAddressSchema = z.object({ email: theirEmailSchema });

/** Whether trusted contacts who were notified see who else was. */
export const contactVisibilitySchema = z.object({
  contacts_see_each_other: z.boolean({ error: fieldError('not-true-or-false') }),
});
export type ContactVisibility = z.output<typeof contactVisibilitySchema>;
