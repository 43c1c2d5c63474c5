import { catalogue } from '../catalogue.ts';

/** /profile/plan. */
export const planPage = catalogue('plan', {
  title: 'Your plan · Stillhere',
  heading: 'Your plan',
  current: 'What you have',
  compare: 'Compare the plans',
  seePlans: 'See the plans',
  keep: 'Keep {plan}',
  cancel: 'Cancel the plan',
  refund: 'Cancel and refund',
  change: 'Change it',
  changeHelp: 'You see what it costs now, before anything changes.',
  seeCost: 'See what it costs<hidden> to change to {offer}</hidden>',
  payments: 'Payments',
  paymentsHelp: 'Your cards and every invoice are with Stripe; we never see a card.',
  noPayments: 'Nothing yet.',
  portal: 'Cards and invoices',
  dateAndStatus: '{date}, {status}',
  invoice: 'Invoice<hidden> of {date}</hidden>',
});

/** The questions before a plan is cancelled, refunded or changed. */
export const planQuestions = catalogue('plan-questions', {
  back: 'Back',
  keep: 'Keep {plan}',
  cancel: {
    title: 'Cancel your plan · Stillhere',
    name: 'Cancel your plan',
    impossible: 'There is nothing to cancel',
    heading: 'End {plan} on {day}?',
    confirm: 'End it on {day}',
    text: 'Until then everything is as it is, and nothing more is charged. You can change your mind until that day; then you are on Free.',
    refund: 'Paid within the last 30 days? You can <link>end it now and have that back</link> instead.',
  },
  refund: {
    title: 'Cancel and refund · Stillhere',
    name: 'Cancel and refund',
    impossible: 'Nothing can be given back',
    heading: 'End {plan} now and have {amount} back?',
    headingWithoutRefund: 'End {plan} now?',
    confirm: 'End it and give {amount} back',
    confirmWithoutRefund: 'End it now',
    text: '{amount} of what you paid on {day} goes back to where it came from; banks take five to ten days. We mail you a receipt. What you paid before that is not given back.',
    textWithCredit:
      '{amount} of what you paid on {day} goes back to where it came from; banks take five to ten days. We mail you a receipt. What you paid before that is not given back. {credit} became credit when you changed the plan, and stays yours for what you choose next.',
    textWithoutRefund: 'What you paid on {day} was given back already. The plan that it was for ends with it.',
    ends: 'The plan ends at once, and you are on Free.',
  },
  change: {
    title: 'Change your plan · Stillhere',
    name: 'Change your plan',
    impossible: 'The plan cannot be changed just now',
    heading: 'Change to {offer}?',
  },
});

/** Written by the server: a plan in words, and what changing it means. */
export const planTexts = catalogue('plan-texts', {
  price: { month: '{price} a month', year: '{price} a year' },
  offer: '{plan}, {price}',
  free: 'Nothing to pay. It holds {storage}; sending, the emergency protocol and public sharing come with the others.',
  given: 'It was given to you: there is nothing to pay, and it stays until you choose another.',
  ends: 'Ends on {day}. Nothing more is charged.',
  paidUntil: 'Paid until {day}.',
  renews: 'Renews on {day}.',
  held: {
    strong: 'Nothing is charged at the moment.',
    text: 'Your emergency protocol is past its deadline, and until you check in your plan goes on without a payment.',
  },
  pastDue: {
    strong: 'The last payment did not go through.',
    text: 'It is tried again over the next days, and everything goes on as it is. Please look after your card.',
  },
  paying: { month: 'Paid month by month.', year: 'Twelve months for the price of ten.' },
  withSharing: '{storage}, and public sharing. {paying}',
  withoutSharing: '{storage}, without public sharing. {paying}',
  losses: {
    storage: 'What you keep stays, also beyond {storage}: only new uploads need room.',
    sharing: 'What is public stays public.',
    sending:
      'What is scheduled still goes out, and a protocol that is armed stays armed; nothing new can be scheduled.',
  },
  change: {
    current: 'You have',
    wanted: 'You get',
    credit: 'Left of what you paid',
    creditTakenOff: '{credit}; already taken off',
    creditLeft: '{credit}; credit, which pays for this and for what comes next',
    now: 'To pay now',
    nothing: 'Nothing',
    renewal: 'Paid again',
    renewalOn: '{price}, on {day}',
    renewalFromCredit: '{price}, on {day}; from what is left first',
    until: 'Good until',
    confirm: 'Change it',
    confirmAndPay: 'Change it and pay {amount}',
  },
  invoices: {
    open: 'not paid yet',
    void: 'cancelled, nothing to pay',
    paid: 'paid',
    refunded: 'given back',
    partlyRefunded: 'paid, {amount} of it given back',
    unavailable: 'What you have paid cannot be shown at the moment: the payment provider does not answer.',
  },
});

/** The toasts and refusals of the server. */
export const planReplies = catalogue('plan-replies', {
  unavailable: 'Plans cannot be paid for here at the moment. Nothing was charged.',
  fault: 'Something went wrong on our side. Please look at your plan again in a minute.',
  cancelled: 'Your plan ends with what you have paid for',
  notCancelled: 'Failed to cancel the plan',
  resumed: 'Your plan goes on',
  notResumed: 'Failed to keep the plan',
  refunded: 'Your plan has ended, and {amount} is on its way back',
  noPreview: 'What this costs was not worked out yet. Here it is.',
  changed: 'You are on {plan} now',
  notChanged: 'Failed to change the plan',
  noPortal: 'Failed to open your cards',
});
