import { catalogue } from '../catalogue.ts';

/** When a delivery goes, to whom, and its state. Only the server says them. Dates and addresses come as text. */
export const deliveryLines = catalogue('delivery-lines', {
  line: '{when}, to {recipient}',
  lineElsewhere: '{when} ({place}), to {recipient}',
  recipient: {
    named: '{name}, {address}',
    by: '{whom}, by {channel}',
    byOrElse: '{whom}, by {channel}, or else {instead}',
    byInsteadOf: '{whom}, by {channel} instead of {chosen}',
    againOrElse: '{recipient}, or else by {channel} to {address}',
  },
  question: { email: 'Does this address still hold?', phone: 'Does this number still hold?' },
  states: { sent: 'Sent', failed: 'Failed', delayed: 'Delayed: we keep trying', pending: 'Pending' },
  /** What the delivery of a release is called in lists. */
  release: { of: 'Emergency release: {things}', empty: 'Emergency release' },
  failed: '{reason} Nothing was lost.',
  failedSomehow: 'We could not send it. Nothing was lost.',
  due: {
    onItsWay: 'On its way.',
    onItsWayAgain: 'On its way once more.',
    waiting: 'Waiting to go out.',
    waitingAgain: 'Waiting to go out once more.',
  },
  unconfirmed: 'We could not learn whether it arrived.',
  unheard: 'We have not heard yet that it arrived.',
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
