import { z } from 'zod';
import { LETTER_MAX_BYTES, TITLE_MAX } from './content.ts';

const encoder = new TextEncoder();

/** A letter as the form and the API give it. */
export const createTextSchema = z.object({
  title: z
    .string({ error: 'Please enter a title' })
    .trim()
    .min(1, 'Please enter a title')
    .max(TITLE_MAX, `A title can have ${TITLE_MAX} characters`),
  content: z
    .string({ error: 'Please write a message' })
    .refine((text) => text.trim().length > 0, 'Please write a message')
    .refine(
      (text) => text.length <= LETTER_MAX_BYTES && encoder.encode(text).byteLength <= LETTER_MAX_BYTES,
      'A letter can have up to 1 MB of text. Yours is longer: nothing was lost, please make it shorter or split it in two.',
    ),
});
export type CreateText = z.output<typeof createTextSchema>;
