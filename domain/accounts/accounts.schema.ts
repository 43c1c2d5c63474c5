import { z } from 'zod';
import { isTimeZone } from '../time/zone.ts';

/** spec.md section 9. */
export const PASSWORD_MIN = 6;
/** argon2 reads all of it: without a limit a long password is a way to keep the server busy. */
export const PASSWORD_MAX = 1_024;
export const NAME_MAX = 120;

/** An email address as we keep it: trimmed and in lower case, so that one person has one account. */
export const emailSchema = anEmail('Please enter your email');
/** Of somebody else. */
export const theirEmailSchema = anEmail('Please enter their email');

function anEmail(missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, 'Please enter a valid email')
    .toLowerCase()
    .pipe(z.email('Please enter a valid email'));
}

/** @returns whether a name can go into a mail header, where a line break starts another header, and into Postgres */
export function isOneLine(name: string): boolean {
  return !/[\r\n\0]/.test(name);
}

export const nameSchema = z
  .string({ error: 'Please enter your full name' })
  .trim()
  .min(1, 'Please enter your full name')
  .max(NAME_MAX, `A name can have ${NAME_MAX} characters`)
  .refine(isOneLine, 'A name is one line');

export const passwordSchema = aPassword('Please enter your password');
/** Beside the one that it replaces. */
const newPasswordSchema = aPassword('Please choose a new password');

function aPassword(missing: string) {
  return z
    .string({ error: missing })
    .min(PASSWORD_MIN, `A password has at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, 'This password is too long');
}

export const signInSchema = z.object({ email: emailSchema, password: passwordSchema });
export type SignIn = z.output<typeof signInSchema>;

export const signUpSchema = signInSchema.extend({
  name: nameSchema,
  /** From the browser; a zone we do not know is no reason to turn somebody away. */
  time_zone: z
    .string({ error: 'We do not know this time zone' })
    .max(64)
    .optional()
    .transform((zone) => (zone && isTimeZone(zone) ? zone : 'UTC')),
});
export type SignUp = z.output<typeof signUpSchema>;

const zoneSchema = z
  .string({ error: 'Please choose a time zone' })
  .max(64, 'We do not know this time zone')
  .refine(isTimeZone, 'We do not know this time zone');

/** As a form sends it: both at once. */
export const profileSchema = z.object({ name: nameSchema, time_zone: zoneSchema });

/** As a call sends it: any of them. */
export const profileChangeSchema = z
  .object({
    name: nameSchema.optional(),
    /** Theirs as it is, or null for none: a new one is uploaded. */
    picture: z
      .string({ error: 'A picture is the address of yours, or null' })
      .max(200, 'This is not the address of your picture. Upload the new one first')
      .nullable()
      .optional(),
    time_zone: zoneSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'Give at least one of name, picture and time_zone',
  });
export type ProfileChange = z.output<typeof profileChangeSchema>;

export const passwordChangeSchema = z.object({ current_password: passwordSchema, new_password: newPasswordSchema });
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** To end an account; the password is empty for accounts that have none. */
export const deleteAccountSchema = z.object({
  password: z.string({ error: 'Please enter your password' }).max(PASSWORD_MAX, 'This password is too long'),
});
