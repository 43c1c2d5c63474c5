import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { DAY, YEAR } from '../time/durations.ts';
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

/** The choices of the form: when the token ends, in milliseconds; null for never. */
const ENDS = { year: YEAR, month: 30 * DAY, never: null } as const;
export const TOKEN_ENDS = Object.keys(ENDS) as (keyof typeof ENDS)[];

/** A new token, as the form sends it. */
export const newTokenFormSchema = z.object({
  name,
  scope,
  ends: z.enum(TOKEN_ENDS, { error: fieldError('token-end-unknown') }).transform((end) => ENDS[end]),
});
