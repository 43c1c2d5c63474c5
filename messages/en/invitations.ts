import { catalogue } from '../catalogue.ts';
import { NOUN } from '../en-parts.ts';

const DID =
  '{type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}';
const MADE = '{type, select, text {written} other {added}}';
const UNTIL = 'until {until}, unless {sender} takes it back';
const OPENING = `It opens a page with one button. You need no account and no password. You can open it again ${UNTIL}.`;

/** The messages to recipients. A title comes in its quotation marks. */
export const invitations = catalogue('invitations', {
  /** Inside a sentence of the recipient's page. */
  openUntil: UNTIL,
  /** Where a recipient has no name, after "Hello". */
  unnamed: 'there',
  delivery: {
    subject: `{sender} ${DID}: {title}`,
    preview: `It was ${MADE} on {written}. You need no account to open it.`,
    previewKept: `It was ${MADE} on {written} and kept for you until {sent}. You need no account to open it.`,
    heading: `{sender} ${DID}.`,
    headingNamed: `{recipient}, {sender} ${DID}.`,
    made: `{title}, ${MADE} on {written}.`,
    madeAndKept: `{title}, ${MADE} on {written} and kept for you until {sent}.`,
    label:
      '{type, select, text {Open the letter} image {Open the picture} video {Open the video} audio {Open the recording} other {Open the file}}',
    opening: OPENING,
    secret: `Whoever has this link can open the ${NOUN}, so keep this email to yourself.`,
    notForMe: `Not for you? Choose “This is not for me” on that page: the ${NOUN} is put away unopened, and we tell {sender}.`,
    why: `You get this because {sender} gave Stillhere your address for this ${NOUN}. Stillhere keeps what people leave and brings it on the day they chose; we use your address for nothing else.`,
    replyToSender: 'A reply to this email goes to {sender}, not to Stillhere.',
    replyToUs: 'A reply to this email reaches Stillhere, not {sender}.',
  },
  release: {
    subject: '{sender} left something for you',
    preview: 'It was set aside for the time when they stop answering. You need no account to open it.',
    heading: '{sender} left something for you.',
    headingNamed: '{recipient}, {sender} left something for you.',
    setAside: '{sender} set {things} aside for the time when they stop answering, to go to the people they trust.',
    silent:
      'We have not heard from them since {since}. We asked more than once, and then waited as long as they wished. We do not know why no answer came.',
    label: 'Open what they left',
    opening: OPENING,
    secret: 'Whoever has this link can open everything, so keep this email to yourself.',
    isWell: 'If you know that {sender} is well, please ask them to sign in: what nobody has opened can be taken back.',
    notForMe: 'Not for you? Choose “This is not for me” on that page: it is put away unopened, and we tell {sender}.',
    why: 'You get this because {sender} named you as a trusted contact. We use your address for nothing else.',
    reply: 'A reply to this email reaches Stillhere, not {sender}.',
  },
  /** The words of the WhatsApp template, and a line on how to stop. */
  sms: 'Hello {recipient}, this is Stillhere: {sender} left something for you with us and asked us to bring it to you now. Open it, you need no account:\n{link}\nIf it is not meant for you, you can say so there. Reply STOP to get no more messages from us here.',
});
