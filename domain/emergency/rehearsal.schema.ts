import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { REHEARSAL_MINUTES } from './rehearsal.ts';

const { min, max } = REHEARSAL_MINUTES;
const outOfRange = fieldError('minutes-out-of-range', { min, max });

/** How long a rehearsal takes; left out, a quarter of an hour. */
export const rehearsalSchema = z.object({
  minutes: z.int(outOfRange).min(min, outOfRange).max(max, outOfRange).optional(),
});
