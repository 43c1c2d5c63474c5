/** The mark of a rehearsal: on a mail that would really go out, and to whom. */
import { rehearsalMark, rehearsalNudgeMail } from '#messages/en/rehearsal.ts';
import { say, sayAll } from '#messages/say.ts';
import { withNote } from './document.server.ts';
import { type Mail, renderMail } from './layout.ts';
import { momentOf } from './shared-sentences.ts';
import { forHeader, shownName, wrap } from './words.ts';

/** What the mark says. */
export interface RehearsalMark {
  /** The contact who would get it; null for the owner. */
  reader: string | null;
  /** When it would go out. */
  at: Date;
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

const WIDTH = 76;

/** @returns the mail with REHEARSAL before its subject, and above it who would really get it and when */
export function markRehearsal(mail: Mail, { reader, at, ...clock }: RehearsalMark): Mail {
  const when = momentOf(at, clock);
  const note =
    reader === null
      ? say(rehearsalMark.own, { when })
      : say(rehearsalMark.contact, { when, reader: shownName(reader) });
  return {
    subject: forHeader(say(rehearsalMark.subject, { subject: mail.subject })),
    preview: note,
    text: `${wrap(note, WIDTH)}\n\n${'-'.repeat(WIDTH)}\n\n${mail.text}`,
    html: withNote(mail.html, note),
  };
}

/**
 * The yearly nudge to an owner whose protocol runs.
 * @param link leads to the page with the button
 */
export function rehearsalNudge(ownerName: string, link: string): Mail {
  const { subject, preview, heading, paragraphs, label, note, why } = rehearsalNudgeMail;
  return renderMail({
    subject: say(subject),
    preview: say(preview),
    heading: say(heading, { name: shownName(ownerName) }),
    paragraphs: sayAll(paragraphs),
    action: { label: say(label), link },
    notes: [say(note)],
    why: sayAll(why),
    isOptional: true,
  });
}
