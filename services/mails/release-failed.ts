import { type Mail, setMail } from './layout.ts';
import { oneLine, shownName } from './words.ts';

/** What is told of a message of a release that failed. */
interface ReleaseFailedInput {
  ownerName: string;
  recipientName: string | null;
  recipientEmail: string;
  /** Why, in a sentence a person can be shown. */
  reason: string;
  /** Leads to the emergency page. */
  link: string;
}

const SUBJECT_NAME = 60;

/** The mail to the owner when what their protocol released did not reach a contact. Whoever reads it is here: that comes first. */
export function releaseFailed(input: ReleaseFailedInput): Mail {
  const email = oneLine(input.recipientEmail);
  const name = oneLine(input.recipientName ?? '');
  return setMail({
    subject: `What you set aside did not reach ${oneLine(input.recipientName ?? '', SUBJECT_NAME) || email}`,
    preview: `${input.reason} Nothing was lost.`,
    heading: `${shownName(input.ownerName)}, what you set aside did not reach ${name || email}.`,
    paragraphs: [
      `Your emergency protocol was released, and its message ${name ? `to ${name} at ${email}` : `to ${email}`} failed.`,
      `What happened: ${input.reason}`,
      'Nothing was lost: everything is in your vault, and what went to your other contacts is not concerned.',
    ],
    action: { label: 'Open the emergency page', link: input.link },
    notes: [
      'If you have not said so yet, choose “I’m back” there: what nobody has opened is taken back, and the protocol begins again.',
      'After that you can correct this contact on your profile, or schedule any of it as a delivery of its own.',
      'You may be asked to sign in first.',
    ],
    why: ['You get this because your emergency protocol was released.', 'Reply to this email to reach us.'],
  });
}
