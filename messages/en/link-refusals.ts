import { catalogue } from '../catalogue.ts';

/** Why a link does not work. Read by people who may be in grief: calm, and without blame. */
export const linkRefusals = catalogue('link-refusals', {
  expired: 'This link has expired.',
  'not-valid': 'This link isn’t valid. Try copying the whole link from the message.',
  used: 'This link has already been used, or a newer one has replaced it.',
  'closed-by-recipient': 'You said that this wasn’t for you, so we closed it. It can’t be opened here.',
  'not-opened-yet': 'This hasn’t been opened yet.',
  'answer-first': 'Please open the link in the message again, and answer the question on its page first.',
  'ends-before': 'The link stops working before then. Please choose an earlier reminder.',
  'cut-off': 'This link isn’t valid. Try copying the whole link from the message.',
  'taken-back-by-sender': 'It was deleted, and we no longer have it.',
  replaced: 'This link was withdrawn, or a newer message replaced it.',
  'kept-until': 'You could open this until {date}. That date has passed.',
  'sender-is-back':
    'Someone has answered us from {sender}’s account since. So anything unopened was withdrawn, and you don’t need to do anything.',
  'opened-already': 'This has been opened, so it can’t be closed unread.',
});
