import { z } from 'zod';
import { emailSchema, NAME_MAX } from '../accounts/accounts.schema.ts';

/** Somebody to be told, and sent to, when its owner stops checking in. */
export const trustedContactSchema = z.object({
  name: z
    .string({ error: 'Please enter a name' })
    .trim()
    .min(1, 'Please enter a name')
    .max(NAME_MAX, `A name can have ${NAME_MAX} characters`)
    // Names go into a mail header: a line break there would start another header.
    .refine((name) => !/[\r\n\0]/.test(name), 'A name is one line'),
  email: emailSchema,
});
export type NewTrustedContact = z.output<typeof trustedContactSchema>;
