import { catalogue } from '../catalogue.ts';

/** Why a link does not work. Read by people who may be in grief: calm, and without blame. */
export const linkRefusals = catalogue('link-refusals', {
  expired: 'This link was good for a while only, and that is over.',
  'not-valid': 'This link opens nothing. Perhaps a part of it was lost on the way.',
  used: 'This link has been used already, or a newer one has taken its place.',
  'closed-by-recipient':
    'You said that this was not for you, so we closed it. What was sent to you cannot be read here any more.',
  'not-opened-yet': 'This has not been opened yet.',
  'cut-off': 'This link opens nothing. It may have been cut off: please copy all of it from the message.',
  'taken-back-by-sender': 'Its sender has taken it away, and nothing of it is kept here any more.',
  replaced: 'This link does not open anything any more. It was withdrawn, or a newer message replaced it.',
  'kept-until': 'This was kept for you until {date}, and that time has passed.',
  'sender-is-back':
    'We have heard from {sender} again, and what had not been opened was taken back. There is nothing you need to do.',
  'opened-already': 'It can only be put away unopened.',
});
