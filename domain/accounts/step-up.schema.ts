import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { PASSWORD_MAX } from './accounts.schema.ts';

/** A proof, by its kind: one field for each. */
export const stepUpSchema = z.object({
  password: z
    .string({ error: fieldError('password-missing') })
    .min(1, fieldError('password-missing'))
    .max(PASSWORD_MAX, fieldError('password-too-long')),
});
export type StepUp = z.output<typeof stepUpSchema>;
