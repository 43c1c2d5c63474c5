import type { ContentType } from '#domain/content/content.ts';
import type { Statement } from '#domain/report/report.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { reportMails } from '#messages/en/report-mails.ts';
import { reportReasons } from '#messages/en/report-reasons.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { oneLine } from './words.ts';

/** What the mail about a report says. Neither title nor text: operators who need them follow the link. */
export interface ContentReportedInput {
  contentId: string;
  type: ContentType;
  /** Whether it is still public at the moment of sending. */
  isPublic: boolean;
  statement: Statement;
  reportedAt: Date;
  /** To its page in the gallery. */
  link: string;
}

/** The mail to the operators when a visitor of the gallery reported something. */
export function contentReported(input: ContentReportedInput): Mail {
  const { contentId, type, isPublic, statement, reportedAt, link } = input;
  const content = `${type} ${contentId}`;
  const reason = say(reportReasons[statement.reason]);
  // An address that a stranger wrote must not become a link in the operators' mail.
  const words = oneLine(statement.words).replaceAll('://', ': //');
  return renderMail({
    subject: say(reportMails.subject, { content }),
    preview: say(reportMails.preview, { reason }),
    heading: say(reportMails.heading),
    paragraphs: [
      say(reportMails.what, { content }),
      say(reportMails.reason, { reason }),
      ...(words ? [say(reportMails.words, { words })] : []),
      say(reportMails.when, { when: dateTimeAndPlace(reportedAt, 'UTC') }),
      ...(isPublic ? [] : [say(reportMails.isPrivate)]),
    ],
    action: { label: say(reportMails.label), link },
    notes: [say(reportMails.note), `npm run unpublish -- ${contentId}`],
    why: sayAll(reportMails.why),
  });
}
