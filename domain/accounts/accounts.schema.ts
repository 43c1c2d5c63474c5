import { z } from 'zod';
import { isTimeZone } from '../time/zone.ts';

/** spec.md section 9. */
export const PASSWORD_MIN = 6;
/** argon2 reads all of it: without a limit a long password is a way to keep the server busy. */
export const PASSWORD_MAX = 1_024;
export const NAME_MAX = 120;

/** An email address as we keep it: trimmed and in lower case, so that one person has one account. */
export const emailSchema = z
  .string({ error: 'Please enter your email' })
  .trim()
  .min(1, 'Please enter your email')
  .max(254, 'Please enter a valid email')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email'));

export const nameSchema = z
  .string({ error: 'Please enter your full name' })
  .trim()
  .min(1, 'Please enter your full name')
  .max(NAME_MAX, `A name can have ${NAME_MAX} characters`);

export const passwordSchema = z
  .string({ error: 'Please enter your password' })
  .min(PASSWORD_MIN, `A password has at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, 'This password is too long');

export const signInSchema = z.object({ email: emailSchema, password: passwordSchema });
export type SignIn = z.output<typeof signInSchema>;

export const signUpSchema = signInSchema.extend({
  name: nameSchema,
  /** From the browser; a zone we do not know is no reason to turn somebody away. */
  time_zone: z
    .string()
    .max(64)
    .optional()
    .transform((zone) => (zone && isTimeZone(zone) ? zone : 'UTC')),
});
export type SignUp = z.output<typeof signUpSchema>;
