import { catalogue } from '../catalogue.ts';

/** What the server answers to forms about deliveries. Only the server says it. */
export const deliveryAnswers = catalogue('delivery-answers', {
  scheduled: 'Delivery scheduled successfully!',
  notScheduled: 'Error scheduling delivery',
  changed: 'Delivery changed',
  lookAtClocks: 'Nothing is kept yet: please look at what the clocks do at that time, and send the form once more.',
  unchangeable: 'This delivery is on its way or finished: it cannot be changed any more.',
  deleted: 'Delivery deleted',
  notDeleted: 'Error deleting delivery',
  notDeletedBecause: 'Error deleting delivery: {reason}',
  addressStays: { email: 'Thank you. The address stays.', phone: 'Thank you. The number stays.' },
  unchanged: 'Nothing was changed',
  extended: 'The link opens until {until}',
  notExtended: 'The link could not be extended',
  resent: 'It is being sent again',
  notResent: 'It could not be sent again',
  notResendable: 'Only what was sent, and is still here, can be sent again.',
  revoked: 'Link revoked',
  notRevoked: 'The link could not be revoked',
  notRevocable: 'There is no link of this delivery that could be revoked.',
});
