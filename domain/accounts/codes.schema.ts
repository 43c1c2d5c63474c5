import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { signInSchema } from './accounts.schema.ts';
import { readCode } from './codes.ts';

const TYPED_MAX = 60;
const invalid = fieldError('sign-in-code-invalid');

/** A code from an app, or a recovery code. */
export const codeSchema = z
  .string({ error: invalid })
  .max(TYPED_MAX, invalid)
  .transform((typed, context) => {
    const given = readCode(typed);
    if (given) return given;
    context.addIssue({ code: 'custom', message: invalid });
    return z.NEVER;
  });

/** The form of the second step. */
export const secondStepSchema = z.object({ code: codeSchema });

/** The form that turns codes on: the first code of the app, and what we offered it. */
export const turnOnCodesSchema = z.object({ code: codeSchema, offer: z.string().max(200) });

/** A sign-in as a call sends it: the code only for an account that asks for one. */
export const signInByCallSchema = signInSchema.extend({ code: codeSchema.optional() });
