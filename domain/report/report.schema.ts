import { z } from 'zod';
import { REPORT_REASONS, REPORT_WORDS_MAX, type ReportReason } from './report.ts';

/** A report as its form gives it. */
export const reportSchema = z.object({
  reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]], {
    error: 'Please choose what is wrong',
  }),
  words: z
    .string({ error: 'Please say it in words, as text' })
    .max(REPORT_WORDS_MAX * 4, `Please use up to ${REPORT_WORDS_MAX} characters`)
    .optional()
    .transform((words) => (words ?? '').replace(/\r\n?/g, '\n').replaceAll('\0', '').trim())
    .refine((words) => words.length <= REPORT_WORDS_MAX, `Please use up to ${REPORT_WORDS_MAX} characters`),
});
