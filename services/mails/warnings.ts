/** The mails to an owner's addresses about where warnings go. */
import { CODE_LIFE } from '#domain/emergency/warning-channels.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { warningMails } from '#messages/en/warning-messages.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { shownName } from './words.ts';

/**
 * The code that confirms a second address. It has no name: the address may be a stranger's.
 * @param code six digits
 * @param link leads to the page where it is entered
 */
export function warningCode(code: string, link: string): Mail {
  const texts = warningMails.code;
  const minutes = CODE_LIFE / MINUTE;
  return renderMail({
    subject: say(texts.subject, { code }),
    preview: say(texts.preview, { minutes }),
    heading: say(texts.heading, { code }),
    paragraphs: [say(texts.what), say(texts.life, { minutes })],
    action: { label: say(texts.label), link },
    notes: [say(texts.note)],
    why: sayAll(texts.why),
    isForStranger: true,
  });
}

/**
 * A test that an owner asked for.
 * @param link leads to the page with their channels
 */
export function warningTest(ownerName: string, link: string): Mail {
  const texts = warningMails.test;
  return renderMail({
    subject: say(texts.subject),
    preview: say(texts.preview),
    heading: say(texts.heading, { name: shownName(ownerName) }),
    paragraphs: [say(texts.what)],
    action: { label: say(texts.label), link },
    notes: [],
    why: sayAll(texts.why),
  });
}
