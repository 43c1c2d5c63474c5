import type { ContentType } from '#domain/content/content.ts';
import { REPORT_REASONS, type Statement } from '#domain/report/report.ts';
import { writtenDateTime } from '#domain/time/written.ts';
import { type Mail, renderMail } from './layout.ts';
import { oneLine } from './words.ts';

/** What the operators are told of a report. Not the title and not the text: whoever needs them follows the link. */
export interface ContentReportedInput {
  contentId: string;
  type: ContentType;
  /** Whether it is still public at the moment of sending. */
  isPublic: boolean;
  statement: Statement;
  reportedAt: Date;
  /** Where it stands in the gallery. */
  link: string;
}

/** The mail to the operators when a visitor of the gallery reported something. */
export function contentReported(input: ContentReportedInput): Mail {
  const { contentId, type, isPublic, statement, reportedAt, link } = input;
  const reason = REPORT_REASONS[statement.reason];
  // A stranger’s address must not become a link in the operators’ mail.
  const words = oneLine(statement.words).replaceAll('://', ': //');
  return renderMail({
    subject: `Reported: ${type} ${contentId}`,
    preview: `${reason}.`,
    heading: 'Something in the gallery was reported.',
    paragraphs: [
      `What: ${type} ${contentId}`,
      `Why: ${reason}.`,
      ...(words ? [`In the visitor’s own words: “${words}”`] : []),
      `When: ${writtenDateTime(reportedAt, 'UTC')}.`,
      ...(isPublic ? [] : ['It has been made private since, so the link finds nothing at the moment.']),
    ],
    action: { label: 'Look at it', link },
    notes: [
      'If it should not be public, this command takes it out of the gallery at once. It deletes nothing.',
      `npm run unpublish -- ${contentId}`,
    ],
    why: ['You get this because your address is OPERATOR_EMAIL of this Stillhere.'],
  });
}
