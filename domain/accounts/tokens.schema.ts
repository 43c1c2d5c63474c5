import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { DAY } from '../time/durations.ts';
import { isOneLine } from './accounts.schema.ts';
import { TOKEN_NAME_MAX, TOKEN_SCOPES } from './tokens.ts';

const name = z
  .string({ error: fieldError('token-name-missing') })
  .trim()
  .min(1, fieldError('token-name-missing'))
  .max(TOKEN_NAME_MAX, fieldError('name-too-long', { max: TOKEN_NAME_MAX }))
  .refine(isOneLine, fieldError('name-not-one-line'));
const scope = z.enum(TOKEN_SCOPES, { error: fieldError('token-scope-unknown') });

/** A new token, as a call sends it. */
export const newTokenSchema = z.object({
  name,
  scope,
  /** Null or left out: it does not end. */
  expires_at: z.iso
    .datetime({ offset: true, error: fieldError('instant-invalid') })
    .transform((text) => new Date(text))
    .nullish(),
});
export type NewToken = z.output<typeof newTokenSchema>;

/** The choices of the form: days until the token ends. */
export const TOKEN_DAYS = ['365', '30', 'never'] as const;

/** A new token, as the form sends it. */
export const newTokenFormSchema = z.object({
  name,
  scope,
  days: z
    .enum(TOKEN_DAYS, { error: fieldError('token-days-unknown') })
    .transform((days) => (days === 'never' ? null : Number(days) * DAY)),
});
