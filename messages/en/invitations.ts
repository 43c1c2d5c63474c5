import { catalogue } from '../catalogue.ts';
import { NOUN } from '../en-parts.ts';

const DID =
  '{type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}';
const MADE = '{type, select, text {written} other {added}}';
const SENT_FOR = 'Stillhere is sending you this for {person},';

/** The messages to recipients. A title comes in its quotation marks; `person` is the sender with their address. */
export const invitations = catalogue('invitations', {
  /** Where a recipient has no name, after "Hello". */
  unnamed: 'there',
  /** How long the link works, inside a sentence. */
  until: { date: 'until {date}', endless: 'for as long as Stillhere exists' },
  delivery: {
    subject:
      'From {sender}, {type, select, text {a letter} image {a picture} video {a video} audio {a recording} other {a file}} for you: {title}',
    heading: `{sender} ${DID}.`,
    headingNamed: `{recipient}, {sender} ${DID}.`,
    sentFor: `${SENT_FOR} who asked us to send it now.`,
    sentForKept: `${SENT_FOR} who asked us to keep it for you until {sent}.`,
    made: `It is called {title} and was ${MADE} on {written}.`,
    label:
      '{type, select, text {Open the letter} image {Open the picture} video {Open the video} audio {Open the recording} other {Open the file}}',
    opening:
      'The link opens a page at {host}. You don’t need an account or a password. You can open it {until}, unless {sender} withdraws it.',
    secret: `Anyone with this link can open the ${NOUN}.`,
    notForMe: `Not for you? Choose “This is not for me” on that page. The ${NOUN} is then closed unread, and we tell {sender}.`,
    why: `We’re writing to you because {sender} gave us your address for this ${NOUN}. We use it for nothing else.`,
    about: 'Stillhere keeps letters and files, and sends each one on a chosen day.',
    replyToSender: 'If you reply to this email, {sender} gets your answer, not Stillhere.',
    replyToUs: 'Questions? Reply to this email. Your reply reaches Stillhere, not {sender}.',
  },
  /** In place of what says that the link alone opens it. */
  asked:
    'Before it opens, the page asks a question. Only someone who knows {sender} can answer it. Take your time: you can try again later.',
  /** Of several items together. */
  several: {
    subject: 'From {sender}, for you: {things}',
    heading: '{sender} left something for you.',
    headingNamed: '{recipient}, {sender} left something for you.',
    sentFor: `${SENT_FOR} who asked us to send it now.`,
    made: '{sender} left {things} for you. The first is called {title}.',
    label: 'Open what was left for you',
    opening:
      'The link opens a page at {host}. You don’t need an account or a password. You can open it {until}, unless {sender} withdraws it.',
    secret: 'Anyone with this link can open everything.',
    notForMe:
      'Not for you? Choose “This is not for me” on that page. Everything is then closed unread, and we tell {sender}.',
    why: 'We’re writing to you because {sender} gave us your address for this. We use it for nothing else.',
  },
  /** To a recipient who chose "not now". */
  reminder: {
    subject: 'You asked us to remind you: something from {sender}',
    heading: 'Something from {sender} is still here for you.',
    headingNamed: '{recipient}, something from {sender} is still here for you.',
    asked: 'Stillhere is writing because you chose “Not now” and asked us to remind you of what {person} left for you.',
    hurry: 'There’s no hurry. You can open it {until}.',
    label: 'Go to its page',
    again: 'Still not the right time? Choose “Not now” again on that page.',
    why: 'We’re writing to you because you asked us to remind you. We do it once.',
  },
  release: {
    subject: 'From {sender}, for you (sent by Stillhere: no answer since {since})',
    heading: '{sender} left something for you.',
    headingNamed: '{recipient}, {sender} left something for you.',
    sentFor: `${SENT_FOR} who wanted you to have it if our messages went unanswered. The last answer was on {since}.`,
    things: '{sender} left {things} for you.',
    silent:
      'We asked several times, and then waited as long as {sender} had wished. We don’t know why there was no answer. If you have lost {sender}, we are sorry.',
    label: 'Open what was left for you',
    opening:
      'The link opens a page at {host}. You don’t need an account or a password. There’s no hurry: you can open it {until}.',
    secret: 'Anyone with this link can open everything.',
    isWell:
      'If you know that {sender} is well, please ask {sender} to sign in to Stillhere. Anything unopened can still be withdrawn.',
    notForMe: 'Not for you? Choose “This is not for me” on that page. Everything is then closed unread.',
    why: 'We’re writing to you because {sender} named you as a trusted contact. We use your address for nothing else.',
    reply: 'Questions? Reply to this email. Your reply reaches Stillhere, not {sender}.',
  },
  /** The words of the approved WhatsApp template: docs/operations.md. A preview shows them; the provider has its own copy. */
  whatsapp:
    'Hello {recipient}, this is Stillhere: {sender} left something for you with us and asked us to bring it to you now. The button opens it; you need no account. If it is not meant for you, you can say so there. Reply STOP to get no more messages from us here.\n\nOpen it: {link}',
  /** Begins as the WhatsApp template does. */
  sms: 'Hello {recipient}, this is Stillhere: {sender} left something for you with us and asked us to bring it to you now. To open it, you need no account:\n{link}\nIs this genuine? See {check}. Not for you? You can say so when you open it. Reply STOP to get no more messages from us here.',
});
