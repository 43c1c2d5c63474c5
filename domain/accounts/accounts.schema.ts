import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { isTimeZone } from '../time/zone.ts';
import { presentName } from '../time/zone-names.ts';
import { faultOfName } from './sender-name.ts';

/** spec.md section 9. */
export const PASSWORD_MIN = 6;
/** argon2 reads all of it: without a limit a long password could keep the server busy. */
export const PASSWORD_MAX = 1_024;
export const NAME_MAX = 120;

/** An email address as it is stored: trimmed and in lower case, so that one person has one account. */
export const emailSchema = anEmail(fieldError('email-missing'));
/** Of another person. */
export const theirEmailSchema = anEmail(fieldError('their-email-missing'));

function anEmail(missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, fieldError('email-invalid'))
    .toLowerCase()
    .pipe(z.email(fieldError('email-invalid')));
}

/** @returns whether a name can go into a mail header, where a line break starts another header, and into Postgres */
export function isOneLine(name: string): boolean {
  return !/[\r\n\0\p{Zl}\p{Zp}]/u.test(name);
}

export const nameSchema = z
  .string({ error: fieldError('full-name-missing') })
  .trim()
  .min(1, fieldError('full-name-missing'))
  .max(NAME_MAX, fieldError('name-too-long', { max: NAME_MAX }))
  .refine(isOneLine, fieldError('name-not-one-line'))
  .superRefine(refuseFaultyName);

/** For names that others read in our messages. */
export function refuseFaultyName(name: string, context: z.RefinementCtx): void {
  const fault = faultOfName(name);
  if (fault) context.addIssue({ code: 'custom', message: fieldError(fault) });
}

export const passwordSchema = aPassword(fieldError('password-missing'));
/** Next to the one that it replaces, or in its place. */
export const newPasswordSchema = aPassword(fieldError('new-password-missing'));

function aPassword(missing: string) {
  return z
    .string({ error: missing })
    .min(PASSWORD_MIN, fieldError('password-too-short', { min: PASSWORD_MIN }))
    .max(PASSWORD_MAX, fieldError('password-too-long'));
}

export const signInSchema = z.object({ email: emailSchema, password: passwordSchema });
export type SignIn = z.output<typeof signInSchema>;

export const signUpSchema = signInSchema.extend({
  name: nameSchema,
  /** From the browser. An unknown zone becomes UTC, so that it never blocks signing up. */
  time_zone: z
    .string({ error: fieldError('time-zone-unknown') })
    .max(64)
    .optional()
    .transform((zone) => (zone && isTimeZone(zone) ? presentName(zone) : 'UTC')),
});
export type SignUp = z.output<typeof signUpSchema>;

const zoneSchema = z
  .string({ error: fieldError('time-zone-missing') })
  .max(64, fieldError('time-zone-unknown'))
  .refine(isTimeZone, fieldError('time-zone-unknown'))
  .transform(presentName);

/** As a form sends it: both at once. */
export const profileSchema = z.object({ name: nameSchema, time_zone: zoneSchema });

/** As a call sends it: any of them. */
export const profileChangeSchema = z
  .object({
    name: nameSchema.optional(),
    /** The present address, or null to remove the picture; a new one is uploaded. */
    picture: z
      .string({ error: fieldError('picture-not-address') })
      .max(200, fieldError('picture-not-own'))
      .nullable()
      .optional(),
    time_zone: zoneSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: fieldError('profile-change-empty'),
  });
export type ProfileChange = z.output<typeof profileChangeSchema>;

export const passwordChangeSchema = z.object({ current_password: passwordSchema, new_password: newPasswordSchema });
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/**
 * To prove that an account is one's own; the password is empty for accounts that have none. Conform reads an empty field as
 * one that is missing.
 */
export const ownerProofSchema = z.object({
  password: z
    .string({ error: fieldError('password-missing') })
    .max(PASSWORD_MAX, fieldError('password-too-long'))
    .default(''),
});
