import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { PASSWORD_MAX } from './accounts.schema.ts';
import { codeSchema } from './codes.schema.ts';

/** A proof, by its kind: one field for each, of which one is given. */
export const stepUpSchema = z
  .object({
    password: z
      .string({ error: fieldError('password-missing') })
      .min(1, fieldError('password-missing'))
      .max(PASSWORD_MAX, fieldError('password-too-long'))
      .optional(),
    code: codeSchema.optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: fieldError('password-missing'),
    path: ['password'],
  });
export type StepUp = z.output<typeof stepUpSchema>;
