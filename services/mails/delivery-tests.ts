/** The tests of deliveries that owners mail to themselves. */
import type { Channel } from '#domain/delivery/delivery.ts';
import { channelLabels } from '#messages/en/delivery-terms.ts';
import { deliveryTest } from '#messages/en/preview-page.ts';
import { say } from '#messages/say.ts';
import { type Mail, type MailParts, renderMail } from './layout.ts';
import { oneLine } from './words.ts';

/**
 * The mail to a recipient, marked as a test.
 * @param parts of that mail, in the recipient's language, with the address of the preview as its link
 * @param recipient the name or address of the person who will get the real one
 */
export function invitationTest(parts: MailParts, recipient: string): Mail {
  const first = say(deliveryTest.first, { recipient: oneLine(recipient) });
  return renderMail({
    ...parts,
    subject: say(deliveryTest.subject, { subject: parts.subject }),
    preview: first,
    heading: say(deliveryTest.heading, { heading: parts.heading }),
    paragraphs: [first, ...parts.paragraphs],
  });
}

/** A message to a phone, for a test. */
interface PhoneTest {
  /** What the phone will show. */
  text: string;
  recipient: string;
  channel: Channel;
  /** The address of the preview. */
  link: string;
}

/** The words of a message to a phone, by email. */
export function phoneTest({ text, channel, link, ...input }: PhoneTest): Mail {
  const { phone } = deliveryTest;
  const recipient = oneLine(input.recipient);
  const first = say(deliveryTest.first, { recipient });
  const heading = say(phone.heading, { channel: say(channelLabels[channel]), recipient });
  return renderMail({
    subject: heading,
    preview: first,
    heading,
    paragraphs: [first, say(phone.says, { text: text.replace(/\s+/g, ' ') })],
    action: { label: say(phone.label), link },
    notes: [],
    why: [say(phone.why), say(phone.reply)],
    isForStranger: true,
  });
}
