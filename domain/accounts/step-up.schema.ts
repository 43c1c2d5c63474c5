import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { PASSWORD_MAX } from './accounts.schema.ts';
import { codeSchema } from './codes.schema.ts';
import { type PasskeyAnswer, passkeyAnswerSchema } from './passkeys.schema.ts';

/** A proof: the password, a code, or the answer of a passkey as it is. Where several are given, each has to be right. */
export const stepUpSchema = z
  .object({
    password: z
      .string({ error: fieldError('password-missing') })
      .min(1, fieldError('password-missing'))
      .max(PASSWORD_MAX, fieldError('password-too-long')),
    code: codeSchema,
    ...passkeyAnswerSchema.shape,
  })
  .partial()
  .refine((given) => [given.password, given.code, given.response].some((value) => value !== undefined), {
    path: ['password'],
    error: fieldError('password-missing'),
  })
  .refine((given) => given.response === undefined || passkeyIn(given) !== null, {
    path: ['response'],
    error: fieldError('passkey-unreadable'),
  });
export type StepUp = z.output<typeof stepUpSchema>;

/** @returns the answer of a passkey; null where the proof has none */
export function passkeyIn({ id, rawId, type, response }: Partial<PasskeyAnswer>): PasskeyAnswer | null {
  return id && rawId && type && response ? { id, rawId, type, response } : null;
}
