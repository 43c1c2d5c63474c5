import { catalogue } from '../catalogue.ts';

/** When a delivery goes, to whom, and its state. Only the server says them. Dates and addresses come as text. */
export const deliveryLines = catalogue('delivery-lines', {
  line: '{when}, to {recipient}',
  lineElsewhere: '{when} ({place}), to {recipient}',
  yearly: '{line}, every year until {year}',
  /** The title of the first of several items. */
  andMore: '{title} and {count} more',
  /** Whom the same goes to, at the same time. */
  group: '{first} and {count, plural, one {one other} other {# others}}',
  groupOpened: 'opened by {opened} of {all}',
  recipient: {
    named: '{name}, {address}',
    by: '{whom}, by {channel}',
    byOrElse: '{whom}, by {channel}, or, failing that, {instead}',
    byInsteadOf: '{whom}, by {channel} instead of {chosen}',
    againOrElse: '{recipient}, or, failing that, by {channel} to {address}',
  },
  question: { email: 'Is this address still right?', phone: 'Is this number still right?' },
  states: {
    sent: 'Sent',
    failed: 'Failed',
    held: 'On hold',
    delayed: 'Delayed: we keep trying',
    pending: 'Pending',
  },
  held: 'Our team has put it on hold. Nothing was lost, and it won’t be sent until they take it off hold.',
  /** What the delivery of a release is called in lists. */
  release: { of: 'Emergency release: {things}', empty: 'Emergency release' },
  failed: '{reason} Nothing was lost.',
  failedSomehow: 'We couldn’t send it. Nothing was lost.',
  due: {
    onItsWay: 'On its way.',
    onItsWayAgain: 'On its way again.',
    waiting: 'Waiting to go out.',
    waitingAgain: 'Waiting to go out again.',
  },
  unconfirmed: 'We couldn’t find out whether it arrived.',
  unheard: 'We haven’t heard yet whether it arrived.',
});

/** What happened after a delivery was sent, as members of a list. */
export const afterSending = catalogue('after-sending', {
  delivered: 'delivered at {clock}',
  deliveredOn: 'delivered on {date} at {clock}',
  opened: 'opened at {clock}',
  openedOn: 'opened on {date} at {clock}',
  saved: 'saved',
  linkClosed: 'link closed',
});
