import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { emailSchema, newPasswordSchema, passwordSchema } from './accounts.schema.ts';

/** For a forgotten password. */
export const forgotSchema = z.object({ email: emailSchema });

/** A new password by a link from a mail. */
export const resetSchema = z.object({ password: passwordSchema });

const secret = z
  .string({ error: fieldError('secret-missing') })
  .min(1)
  .max(200);

/** What a program sends with the secret of a link. */
export const resetBySecretSchema = resetSchema.extend({ secret });
export const confirmBySecretSchema = z.object({
  secret,
  password: passwordSchema.optional(),
  new_password: newPasswordSchema.optional(),
});

/** The forms that confirm an address: the account's password, or a new one in its place. */
export const confirmByPasswordSchema = z.object({ password: passwordSchema });
export const confirmByNewPasswordSchema = z.object({ new_password: newPasswordSchema });

/** Another address, and the password, so that an open session alone cannot take an account away. */
export const changeEmailSchema = z.object({ email: emailSchema, password: passwordSchema });
export type ChangeEmail = z.output<typeof changeEmailSchema>;
