import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { REPORT_REASONS, REPORT_WORDS_MAX } from './report.ts';

/** A report as its form gives it. */
export const reportSchema = z.object({
  reason: z.enum(REPORT_REASONS, {
    error: fieldError('report-reason-missing'),
  }),
  words: z
    .string({ error: fieldError('report-words-not-text') })
    .max(REPORT_WORDS_MAX * 4, fieldError('report-words-too-long', { max: REPORT_WORDS_MAX }))
    .optional()
    .transform((words) => (words ?? '').replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())
    .refine(
      (words) => words.length <= REPORT_WORDS_MAX,
      fieldError('report-words-too-long', { max: REPORT_WORDS_MAX }),
    ),
});
