import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { PASSWORD_MAX } from './accounts.schema.ts';
import { codeSchema } from './codes.schema.ts';

/** A proof, by its kind: one field for each. Where several are given, each has to be right. */
export const stepUpSchema = z
  .object({
    password: z
      .string({ error: fieldError('password-missing') })
      .min(1, fieldError('password-missing'))
      .max(PASSWORD_MAX, fieldError('password-too-long')),
    code: codeSchema,
  })
  .partial()
  .refine((proof) => Object.values(proof).some((value) => value !== undefined), {
    error: fieldError('password-missing'),
    path: ['password'],
  });
export type StepUp = z.output<typeof stepUpSchema>;
