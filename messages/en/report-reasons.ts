import type { ReportReason } from '#domain/report/report.ts';
import { catalogue } from '../catalogue.ts';

/** Why something should not be public, in the order in which the form offers it. */
export const reportReasons = catalogue('report-reasons', {
  privacy: 'It shows or names someone who didn’t agree',
  stolen: 'It belongs to someone else',
  violence: 'It threatens someone or calls for harm',
  abuse: 'It is sexual, or harms a child',
  fraud: 'It is advertising or fraud',
  other: 'Something else',
} satisfies Record<ReportReason, string>);
