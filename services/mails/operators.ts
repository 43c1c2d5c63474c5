/** The mails to operators. */
import type { ContentType } from '#domain/content/content.ts';
import type { Statement } from '#domain/report/report.ts';
import { dateTimeAndPlace, plainDate } from '#messages/dates.ts';
import { recordRootMail as texts } from '#messages/en/record-roots.ts';
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

/** What the mail about a daily root says. */
export interface RecordRootInput {
  /** In UTC: `2026-11-28`. */
  day: string;
  /** In lower-case hexadecimal. */
  root: string;
  /** How many records it covers. */
  chains: number;
  /** To the page with all roots. */
  link: string;
}

/** The mail to the operators' archive. */
export function recordRootMade({ day, root, chains, link }: RecordRootInput): Mail {
  return renderMail({
    subject: say(texts.subject, { day }),
    preview: say(texts.preview, { root }),
    heading: say(texts.heading),
    paragraphs: [say(texts.what, { day: plainDate(`${day}T00:00:00Z`, 'UTC'), count: chains }), root, say(texts.keep)],
    action: { label: say(texts.label), link },
    notes: [`node tools/verify-record.mjs record.jsonl --root ${root}`],
    why: sayAll(texts.why),
  });
}
