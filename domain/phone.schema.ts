import { z } from 'zod';
import { fieldError } from './field-error.ts';

const E164 = fieldError('phone-not-international');

/** A number as E.164 has it; what people put between the digits is left out, and nothing is an empty text. */
export const internationalPhoneSchema = z
  .string({ error: fieldError('phone-not-text') })
  .transform((phone) => phone.replace(/[\s().-]/g, ''))
  .pipe(z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{6,14}$/, E164)], { error: E164 }));
