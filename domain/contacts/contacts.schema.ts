import { z } from 'zod';
import { isOneLine, NAME_MAX, theirEmailSchema } from '../accounts/accounts.schema.ts';

/** Somebody to be told, and sent to, when its owner stops checking in. */
export const trustedContactSchema = z.object({
  name: z
    .string({ error: 'Please enter a name' })
    .trim()
    .min(1, 'Please enter a name')
    .max(NAME_MAX, `A name can have ${NAME_MAX} characters`)
    .refine(isOneLine, 'A name is one line'),
  email: theirEmailSchema,
});
export type NewTrustedContact = z.output<typeof trustedContactSchema>;
