import { catalogue } from '../catalogue.ts';
import { NOUN, SPAN } from '../en-parts.ts';

const NOUN_FOR =
  '{type, select, text {letter to} image {picture for} video {video for} audio {recording for} other {file for}}';
/** `outcome`: whether it certainly failed, may have arrived, or was declined by the person who got it. */
const FAILED =
  '{outcome, select, unknown {may not have arrived} declined {was declined} other {couldn’t be delivered}}';
const REPLY = 'Questions? Reply to this email.';
const SIGN_IN = 'You may need to sign in first.';
const WHY = `We’re writing to you because you asked us to deliver this ${NOUN}.`;

/** The mails to an owner about one of their deliveries. A title comes in its quotation marks. */
export const deliveryMails = catalogue('delivery-mails', {
  address: { byPhone: '{phone}, by {channel}', either: '{phone} ({channel}) or {email}', named: '{name} at {address}' },
  wasDue: '{title} was due to go out on {due}, to {address}.',
  delayed: {
    subject: `Your ${NOUN_FOR} {recipient} is delayed: {title}`,
    preview: 'We’re still trying. You don’t need to do anything.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} is delayed.`,
    wasDue: '{title} was due to go out on {due}, to {address}. We haven’t been able to send it yet.',
    paragraphs: [
      'Nothing is lost. We keep trying, and it goes out as soon as it can.',
      'You don’t need to do anything. If we can’t send it at all, we’ll write to you again.',
    ],
    label: 'See the latest',
    notes: [SIGN_IN],
    why: `${WHY} We write only once about a delay.`,
    reply: REPLY,
  },
  alternate: {
    subject: `Your ${NOUN_FOR} {recipient} goes to their second address: {title}`,
    preview: 'We’re sending it to {second}. You don’t need to do anything.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} goes to their second address.`,
    refused: '{title} was due to go out on {due}. The address {refused} refused our email.',
    goes: 'So we’re sending it to {second}, the second address that you gave us, with the same link.',
    next: 'You don’t need to do anything. If that address refuses it too, we’ll write to you again.',
    label: 'See the latest',
    notes: ['Other deliveries to the first address keep it. You can change it for each of them.', SIGN_IN],
    why: WHY,
    reply: REPLY,
  },
  /** Anyone with the link can open it, so no sentence says that the recipient did. */
  opened: {
    subject: `Your ${NOUN_FOR} {recipient} was opened: {title}`,
    preview: 'It was opened on {at}. You don’t need to do anything.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} was opened.`,
    at: '{title} was opened on {at}, with the link that we sent to {address}.',
    paragraphs: ['Anyone with that link can open it, so we can’t see who it was. You don’t need to do anything.'],
    label: 'See its story',
    notes: [SIGN_IN],
    why: `${WHY} We write only once, the first time it’s opened.`,
    reply: REPLY,
  },
  failed: {
    subject: `Your ${NOUN_FOR} {recipient} ${FAILED}: {title}`,
    preview: '{reason} Nothing is lost.',
    heading: `{owner}, your ${NOUN_FOR} {recipient} ${FAILED}.`,
    tried: 'We tried {channel} to {phone} first. That didn’t work, so we tried email.',
    reason: 'What happened: {reason}',
    kept: `Nothing is lost. The ${NOUN} is still in your vault, and we won’t send it again until you decide.`,
    keptAfterNo: `Nothing is lost. The ${NOUN} is still in your vault. It can’t be sent again, because this was the recipient’s own choice.`,
    label: 'Correct the address or try again',
    labelAfterNo: 'See what happened',
    notes: [SIGN_IN],
    why: WHY,
    reply: REPLY,
  },
  addressCheck: {
    subject: `Is {address} still {recipient}’s {by, select, phone {number} other {address}}? Your ${NOUN} goes out in ${SPAN}`,
    subjectUnnamed: `Is {address} still right? Your ${NOUN} goes out in ${SPAN}`,
    preview: 'If it is, please confirm it. If it isn’t, you can still change it.',
    heading: '{owner}, is {address} still {recipient}’s {by, select, phone {number} other {address}}?',
    headingUnnamed: '{owner}, is {address} still right?',
    due: `In ${SPAN}, on {due}, we’ll send {title} to {address}. You set this up a while ago, and {by, select, phone {numbers} other {addresses}} change.`,
    confirm: 'If it’s still right, please confirm it. If it has changed, you can change it from the same page.',
    withoutAnswer: `If you don’t answer, the ${NOUN} goes out as planned.`,
    label: 'Check the {by, select, phone {number} other {address}}',
    notes: ['You can confirm it without a password. To change something, you need to sign in.'],
    why: `${WHY} We ask this once, a few weeks before the day.`,
    reply: REPLY,
  },
  releaseFailed: {
    subject: `What you set aside for {recipient} ${FAILED}`,
    preview: '{reason} Nothing is lost.',
    heading: `{owner}, what you set aside for {recipient} ${FAILED}.`,
    failed: 'When we didn’t hear from you, your emergency protocol sent it to {address}.',
    reason: 'What happened: {reason}',
    kept: 'Nothing is lost. Everything is in your vault, and your other contacts aren’t affected.',
    label: 'Open the emergency page',
    notes: [
      'If you haven’t done so yet, choose “I’m back” there. That withdraws whatever nobody has opened, and starts your protocol again.',
      'After that, you can correct this contact on your profile, or schedule any of it as a delivery.',
      SIGN_IN,
    ],
    why: ['We’re writing to you because your emergency protocol sent what you had set aside.', REPLY],
  },
});
