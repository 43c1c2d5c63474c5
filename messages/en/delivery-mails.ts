import { catalogue } from '../catalogue.ts';
import { NOUN, SPAN } from '../en-parts.ts';

const NOUN_FOR =
  '{type, select, text {letter to} image {picture for} video {video for} audio {recording for} other {file for}}';
const REPLY = 'Reply to this email to reach us.';
const SIGN_IN = 'You may be asked to sign in first.';

/** The mails to an owner about one of their deliveries. A title comes in its quotation marks. */
export const deliveryMails = catalogue('delivery-mails', {
  address: { byPhone: '{phone}, by {channel}', either: '{phone} ({channel}) or {email}', named: '{name} at {address}' },
  wasDue: '{title} was due on {due}, to {address}.',
  delayed: {
    subject: `Your ${NOUN_FOR} {recipient} is delayed: {title}`,
    preview: 'We keep trying, and there is nothing you need to do.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} is delayed.`,
    wasDue: '{title} was due on {due}, to {address}. It has not gone out yet.',
    paragraphs: [
      'Nothing was lost. We keep trying, and it goes out as soon as it can.',
      'There is nothing you need to do. If it cannot go out at all, we write to you again.',
    ],
    label: 'See how it stands',
    notes: [SIGN_IN],
    why: `You get this because you asked Stillhere to deliver this ${NOUN}. We write once about a delay.`,
    reply: REPLY,
  },
  failed: {
    subject: `Your ${NOUN_FOR} {recipient} needs you: {title}`,
    preview: '{reason} Nothing was lost.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} needs you.`,
    tried: 'We tried both ways: {channel} to {phone}, which did not bring it, and then email.',
    reason: 'What happened: {reason}',
    kept: `Nothing was lost. The ${NOUN} is kept as it was, and nothing more goes out until you decide.`,
    label: 'Correct the address or try again',
    notes: [SIGN_IN],
    why: `You get this because you asked Stillhere to deliver this ${NOUN}.`,
    reply: REPLY,
  },
  addressCheck: {
    subject: `Does {address} still hold? In ${SPAN} we bring something to {recipient}`,
    subjectUnnamed: `Does {address} still hold? In ${SPAN} we bring something there`,
    preview: 'One tap says yes. If it has changed, you can correct it until then.',
    heading: '{owner}, does {address} still hold?',
    addressMayChange: `In ${SPAN}, on {due}, we bring {title} to {address}. You chose that long ago, and addresses change.`,
    numberMayChange: `In ${SPAN}, on {due}, we bring {title} to {address}. You chose that long ago, and numbers change.`,
    oneTap: 'If it still holds, one tap is all. If it does not, the page leads to where you change it.',
    withoutAnswer: `Without an answer the ${NOUN} goes out as it stands.`,
    label: 'Look, and say yes',
    notes: ['It opens a page with one button, and needs no password. Only changing something asks you to sign in.'],
    why: `You get this because you asked Stillhere to deliver this ${NOUN}. We ask once, ahead of a date that was far away.`,
    reply: REPLY,
  },
  releaseFailed: {
    subject: 'What you set aside did not reach {recipient}',
    preview: '{reason} Nothing was lost.',
    heading: '{owner}, what you set aside did not reach {recipient}.',
    failed: 'Your emergency protocol was released, and its message to {address} failed.',
    reason: 'What happened: {reason}',
    kept: 'Nothing was lost: everything is in your vault, and what went to your other contacts is not concerned.',
    label: 'Open the emergency page',
    notes: [
      'If you have not said so yet, choose “I’m back” there: what nobody has opened is taken back, and the protocol begins again.',
      'After that you can correct this contact on your profile, or schedule any of it as a delivery of its own.',
      SIGN_IN,
    ],
    why: ['You get this because your emergency protocol was released.', REPLY],
  },
});
