import { catalogue } from '../catalogue.ts';

/** /profile/plan. */
export const planPage = catalogue('plan', {
  title: 'Your plan · Stillhere',
  heading: 'Your plan',
  current: 'Current plan',
  compare: 'Compare plans',
  seePlans: 'See plans',
  keep: 'Keep {plan}',
  cancel: 'Cancel plan',
  refund: 'Cancel and refund',
  change: 'Change plan',
  changeHelp: 'You’ll see what it costs before anything changes.',
  seeCost: 'See what it costs<hidden> to change to {offer}</hidden>',
  payments: 'Payments',
  paymentsHelp: 'Stripe keeps your cards and invoices. We never see your card.',
  noPayments: 'None yet.',
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
    impossible: 'There’s nothing to cancel',
    heading: 'End {plan} on {day}?',
    confirm: 'End it on {day}',
    text: 'Until then nothing changes, and we charge nothing more. You can change your mind until that day. After it, you’re on Free.',
    refund: 'Paid within the last 30 days? You can <link>end it now and get a refund</link> instead.',
  },
  refund: {
    title: 'Cancel and refund · Stillhere',
    name: 'Cancel and refund',
    impossible: 'There’s nothing to refund',
    heading: 'End {plan} now and get {amount} back?',
    headingWithoutRefund: 'End {plan} now?',
    confirm: 'End it and refund {amount}',
    confirmWithoutRefund: 'End it now',
    text: 'We refund {amount} of what you paid on {day}, in the way you paid it. Banks take five to ten days. We’ll email you a receipt. Earlier payments aren’t refunded.',
    textWithCredit:
      'We refund {amount} of what you paid on {day}, in the way you paid it. Banks take five to ten days. We’ll email you a receipt. Earlier payments aren’t refunded. {credit} became credit when you changed plans. You keep it for your next plan.',
    textWithoutRefund: 'What you paid on {day} has already been refunded. The plan that it paid for ends with it.',
    ends: 'The plan ends at once, and you’re on Free.',
    takenBack: 'What you’ve scheduled since that payment is deleted. It won’t be sent:',
    others: '{count, plural, one {and # more delivery} other {and # more deliveries}}',
  },
  change: {
    title: 'Change your plan · Stillhere',
    name: 'Change your plan',
    impossible: 'You can’t change the plan right now',
    heading: 'Change to {offer}?',
  },
});

/** Written by the server: a plan in words, and what changing it means. */
export const planTexts = catalogue('plan-texts', {
  price: { month: '{price} a month', year: '{price} a year' },
  offer: '{plan}, {price}',
  free: 'Nothing to pay. It includes {storage}. Sending, the emergency protocol and public sharing come with the other plans.',
  given: 'This plan was given to you. There’s nothing to pay, and you keep it until you choose another.',
  ends: 'Ends on {day}. We charge nothing more.',
  paidUntil: 'Paid until {day}.',
  renews: 'Renews on {day}.',
  held: {
    strong: 'We’re not charging you at the moment.',
    text: 'Your emergency protocol is past its deadline. Until you check in, your plan goes on without a payment.',
  },
  pastDue: {
    strong: 'Your last payment didn’t go through.',
    text: 'We’ll try again over the next few days. Until then, nothing changes. Please check that your card is still valid.',
  },
  paying: { month: 'Paid monthly.', year: 'Twelve months for the price of ten.' },
  withSharing: '{storage}, with public sharing. {paying}',
  withoutSharing: '{storage}, without public sharing. {paying}',
  losses: {
    storage: 'You keep everything you’ve saved, even beyond {storage}. Only new uploads need room.',
    sharing: 'What’s public stays public.',
    sending:
      'What you’ve scheduled still goes out, and an emergency protocol that’s on stays on. You can’t schedule anything new.',
  },
  change: {
    current: 'You have',
    wanted: 'You get',
    /** The lines of the sum: the first less the others is what is paid now, or the credit that is left. */
    price: '{plan} until {day}',
    credit: 'Credit from your current plan',
    earlierCredit: 'Your earlier credit',
    owed: 'Still owed from before',
    now: 'To pay now',
    nothing: 'Nothing',
    creditLeft: 'Left as credit',
    renewal: 'Next payment',
    renewalOn: '{price}, on {day}',
    renewalFromCredit: '{price}, on {day}. Your credit is used first.',
    until: 'This price is valid until {clock}.',
    confirm: 'Change it',
    confirmAndPay: 'Change it and pay {amount}',
  },
  invoices: {
    open: 'not paid yet',
    void: 'cancelled, nothing to pay',
    paid: 'paid',
    refunded: 'refunded',
    partlyRefunded: 'paid, {amount} of it refunded',
    unavailable: 'We can’t show your payments right now, because the payment provider isn’t answering.',
  },
});

/** The toasts and refusals of the server. */
export const planReplies = catalogue('plan-replies', {
  unavailable: 'You can’t pay for a plan here at the moment. Nothing was charged.',
  fault: 'Something went wrong on our side. Please check your plan in a minute.',
  cancelled: 'Cancelled. Your plan runs until the end of the paid period',
  notCancelled: 'Failed to cancel the plan',
  resumed: 'Your plan continues',
  notResumed: 'Failed to keep the plan',
  refunded: 'Your plan has ended. We’ve refunded {amount}',
  noPreview: 'Please check the price first. Here it is.',
  changed: 'You’re on {plan} now',
  notChanged: 'Failed to change the plan',
  noPortal: 'Failed to open your cards and invoices',
});
