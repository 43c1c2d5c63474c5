import { catalogue } from '../catalogue.ts';

/** What happened to a delivery, and what comes next. Only the server says it. */
export const deliveryStory = catalogue('delivery-story', {
  writtenLetter: 'You wrote it.',
  writtenFile: 'You saved it here.',
  released: 'Your emergency protocol sent it.',
  scheduled: 'You scheduled it.',
  scheduledAgain: 'It’s one of a yearly delivery. We scheduled it when the one before was sent.',
  rescheduled: 'You changed when it goes out, how, to whom, or what it brings.',
  deleted: 'You deleted the delivery.',
  timeMoved: 'The clock rules of its time zone changed, so we moved it to keep the time you chose.',
  addressHolds: {
    email: 'You said that the address is still right.',
    phone: 'You said that the number is still right.',
  },
  sent: 'It went out by {channel}.',
  sentUnconfirmed: 'It went out, but we couldn’t find out whether it was accepted.',
  furtherCopy: 'We couldn’t find out whether it was accepted, so we sent it one more time.',
  delayed: 'It couldn’t go out yet. We keep trying.',
  held: 'It waits for another day, because we send only a few messages a day to one address.',
  heldUntil: 'It waits until {until}, because we send only a few messages a day to one address.',
  heldByOperator: 'Our team put it on hold.',
  unheld: 'Our team took it off hold.',
  fellBack: 'It goes by email instead of {channel}.',
  fellBackBecause: '{reason} So it goes by email instead.',
  toAlternate: 'The first address refused it. So it goes to the second one, {address}, with the same link.',
  notBrought: {
    'invalid-recipient': '{channel} refused the number.',
    'content-refused': '{channel} refused the message.',
    unconfirmed: 'We couldn’t find out whether {channel} accepted it.',
    expired: '{channel} didn’t accept it in time.',
  },
  delivered: { email: 'It reached their mailbox.', phone: 'It reached their phone.' },
  opened: 'It was opened.',
  downloaded: 'A copy of some of it was saved.',
  failed: 'It failed.',
  failedBecause: 'It failed. {reason}',
  retried: 'You tried again.',
  resent: 'You sent it again.',
  resentByUs: 'We sent it again.',
  resentByUsElsewhere: 'We sent it again, to another address and with a new link.',
  cameBack: 'It came back from their mailbox. We try again.',
  cameBackUntil: 'It came back from their mailbox. We try again on {until}.',
  resentWithNewLink: 'You sent it again, with a new link.',
  linkRefused: 'The person who got the message to {recipient} said that it wasn’t for them. Its link no longer works.',
  linkWithdrawn: 'Its contents were withdrawn. Its link no longer works.',
  linkRevoked: 'You revoked the link. It no longer works.',
  linkExtended: 'You extended the link.',
  linkExtendedUntil: 'You extended the link: it works until {until}.',
});

/** The rest of the page of one delivery that the server writes. */
export const storyView = catalogue('story-view', {
  /** The other people that it was scheduled for. */
  group: {
    heading: 'The same, to',
    line: '{recipient}: {state}, {more}',
    short: '{recipient}: {state}',
    change: 'Change or delete all that wait',
  },
  question: {
    heading: 'A question first',
    none: 'The link alone opens it. Ask a question first',
    asked: '“{question}” Change or remove it',
  },
  years: {
    heading: 'Every year',
    once: 'It goes out once. Repeat it each year',
    until: 'Every year until {year}. Change or end it',
    next: 'Next year’s delivery',
  },
  to: 'To {recipient}',
  stopped:
    '{recipient} asked us to send them nothing more. Unless they change their mind, this won’t be sent. You can talk to them yourself.',
  now: 'Now',
  next: {
    scheduled: 'We’ll send it by {channel}.',
    held: 'It’s on hold. We’ll send it by {channel} as soon as our team takes it off hold.',
    heldAhead: 'If our team has taken it off hold by then, we’ll send it by {channel}.',
    ifUnheard: 'If {channel} hasn’t confirmed by then that it arrived, we’ll send it by email.',
    untried: 'It’s waiting to go out to {recipient} by {channel}.',
    sending: 'It’s being sent by {channel}.',
    unknown:
      'We’ll check again whether it was accepted. We’ve tried {tries, plural, =1 {once} =2 {twice} other {# times}} by {channel} and haven’t heard yet.',
    rejected:
      'We’ll try again by {channel}. We’ve tried {tries, plural, =1 {once} =2 {twice} other {# times}}, and it wasn’t accepted.',
  },
  link: {
    open: 'It works until {until}. Anyone with this link can open what you sent, without an account.',
    extendable:
      'It works until {until}. Anyone with this link can open what you sent, without an account. Extend it to keep it open for {life} from today.',
    expired: 'It expired on {until}. Extend it to make it work again.',
    revoked: 'It no longer works.',
    replaceable: 'It no longer works. Send it again to make a new one.',
  },
  again: {
    byPhone: '{number} by {channel}',
    newLink:
      'We’ll send the same message to {whom} again, with a new link that works for {life}. The old link stays closed.',
    sameLink: 'We’ll send the same message to {whom} again, with the same link, which then works for {life}.',
  },
});
