import { plainDate } from '#messages/dates.ts';
import { recordRootMail as texts } from '#messages/en/record-roots.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

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
