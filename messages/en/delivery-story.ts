import { catalogue } from '../catalogue.ts';

/** What happened to a delivery, and what comes next. Only the server says it. */
export const deliveryStory = catalogue('delivery-story', {
  writtenLetter: 'You wrote it.',
  writtenFile: 'You kept it here.',
  released: 'Your emergency protocol released it.',
  scheduled: 'You scheduled it.',
  rescheduled: 'You changed when it goes out, how, or to whom.',
  deleted: 'You took it back.',
  timeMoved: 'The clocks of its time zone follow other rules now: we moved it, so that it keeps the hour you chose.',
  addressHolds: {
    email: 'You told us that the address still holds.',
    phone: 'You told us that the number still holds.',
  },
  sent: 'It went out by {channel}.',
  sentUnconfirmed: 'It went out, and we could not learn whether it was taken.',
  furtherCopy: 'We could not learn whether it had been taken, so we sent it one more time.',
  delayed: 'It could not go out yet. We keep trying.',
  fellBack: '{channel} did not bring it, so it goes by email instead.',
  fellBackBecause: '{channel} did not bring it, so it goes by email instead. {reason}',
  notBrought: {
    'invalid-recipient': '{channel} refused the number.',
    'content-refused': '{channel} refused the message.',
    unconfirmed: 'We could not learn whether {channel} took it.',
    expired: '{channel} did not take it in time.',
  },
  delivered: { email: 'It reached their mailbox.', phone: 'It reached their phone.' },
  opened: '{recipient} opened it.',
  downloaded: '{recipient} saved something of it.',
  failed: 'It failed.',
  failedBecause: 'It failed. {reason}',
  retried: 'You had us try again.',
  resent: 'You had us send it once more.',
  resentWithNewLink: 'You had us send it once more, with a new link.',
  linkRefused: 'Whoever opened the message to {recipient} said that it was not for them. Its link was closed.',
  linkWithdrawn: 'What it brought was taken back. Its link was closed.',
  linkRevoked: 'You revoked the link. From then on it opened nothing.',
  linkExtended: 'You extended the link.',
  linkExtendedUntil: 'You extended the link: it opens until {until}.',
});

/** The rest of the page of one delivery that the server writes. */
export const storyView = catalogue('story-view', {
  to: 'To {recipient}',
  now: 'Now',
  next: {
    scheduled: 'We send it by {channel}.',
    ifUnheard: 'If {channel} has not told us by then that it arrived, we send it by email.',
    untried: 'It waits to go out to {recipient} by {channel}.',
    sending: 'It is being sent by {channel}.',
    unknown:
      'We look again whether it was taken. So far we tried {tries, plural, =1 {once} =2 {twice} other {# times}} by {channel}, and have not heard.',
    rejected:
      'We try again by {channel}. So far we tried {tries, plural, =1 {once} =2 {twice} other {# times}}, and it was not taken.',
  },
  link: {
    open: 'It opens until {until}. Whoever has it can open what you sent, without an account.',
    extendable:
      'It opens until {until}. Whoever has it can open what you sent, without an account. Extended, it opens for 24 months from today.',
    expired: 'It stopped opening on {until}. Extend it, and it opens again.',
    revoked: 'It opens nothing any more.',
    replaceable: 'It opens nothing any more. Sending it again brings a new one.',
  },
  again: {
    byPhone: '{number} by {channel}',
    newLink:
      'The same invitation goes to {whom} now, with a new link that opens for 24 months. The old one stays closed.',
    sameLink: 'The same invitation goes to {whom} now, with the same link, which then opens for another 24 months.',
  },
});
