import type { ReportReason } from '#domain/report/report.ts';
import { catalogue } from '../catalogue.ts';

/** Why something should not be public, in the order in which the form offers it. */
export const reportReasons = catalogue('report-reasons', {
  privacy: 'It shows or names somebody who did not agree to it',
  stolen: 'It belongs to somebody else',
  violence: 'It threatens somebody, or calls for harm',
  abuse: 'It is sexual, or harms a child',
  fraud: 'It is advertising or a fraud',
  other: 'Something else',
} satisfies Record<ReportReason, string>);
