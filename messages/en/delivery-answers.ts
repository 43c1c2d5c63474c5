import { catalogue } from '../catalogue.ts';

/** What the server answers to forms about deliveries. Only the server says it. */
export const deliveryAnswers = catalogue('delivery-answers', {
  scheduled: 'Delivery scheduled successfully!',
  notScheduled: 'Error scheduling delivery',
  changed: 'Delivery changed',
  lookAtClocks: 'Not saved yet: the clocks change at that time. Please check the time below, then send the form again.',
  unchangeable: 'This delivery is on its way or finished, so you can’t change it.',
  deleted: 'Delivery deleted',
  notDeleted: 'Error deleting delivery',
  notDeletedBecause: 'Error deleting delivery: {reason}',
  addressStays: { email: 'Thank you. The address stays.', phone: 'Thank you. The number stays.' },
  unchanged: 'Nothing was changed',
  extended: 'The link works until {until}',
  notExtended: 'The link couldn’t be extended',
  resent: 'We’re sending it again',
  notResent: 'We couldn’t send it again',
  notResendable: 'You can only send something again if it was sent before and is still here.',
  revoked: 'Link revoked',
  notRevoked: 'The link couldn’t be revoked',
  notRevocable: 'This delivery has no link to revoke.',
});
