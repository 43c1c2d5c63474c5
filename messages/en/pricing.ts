import { catalogue } from '../catalogue.ts';

/** The page of the plans. The application's scripts never show it. */
export const pricing = catalogue('pricing', {
  title: 'Pricing',
  description: 'Three plans, paid monthly or yearly, and what each of them includes.',
  heading: 'Three plans, no surprises',
  lead: 'Cancel anytime. What you’ve scheduled still goes out, and you can still read what you’ve saved.',
  byMonth: 'Monthly prices',
  byYear: 'Yearly prices, two months free',
  paid: 'Paid',
  monthly: 'Monthly',
  yearly: 'Yearly <stamp>2 Months Free</stamp>',
  busy: 'Processing...',
  chosen: 'You chose {offer}. You pay on the next page. Nothing is charged before that.',
  goOn: 'Continue to payment',
  price: { month: '<b>{price}</b> a month', year: '<b>{price}</b> a year' },
  notIncluded: 'Not included:',
  questions: {
    heading: 'Frequently asked questions',
    refund: {
      question: 'Can I get my money back?',
      answer: 'Yes, within {days} days of a payment. There’s a button for it on your profile, under Plan.',
    },
    cancel: {
      question: 'What happens when I cancel?',
      answer:
        'You can cancel anytime. What you’ve scheduled still goes out, an emergency protocol that’s on stays on, and you can still read what you’ve saved. You only need a plan again to schedule, share or switch on something new.',
    },
    encryption: {
      question: 'Is my data encrypted?',
      answer:
        'Yes, your data is encrypted with 256-bit encryption, each item with its own key. What you seal is locked on your device first, on every plan, and not even we can open it.',
    },
    year: {
      question: 'Is it cheaper to pay yearly?',
      answer:
        'Yes. A year costs as much as ten months: {plusPrice} for {plus} and {premiumPrice} for {premium}. Two months are free.',
    },
  },
  failed: 'Failed to create subscription',
  alreadyFree: 'You are already on the free plan',
});

/** A plan as a card of /pricing and as a row of the landing page. */
export const planCards = catalogue('plan-cards', {
  getStarted: 'Get Started',
  subscribe: 'Subscribe Now',
  /** For an account that has a plan. */
  change: 'Change to {plan}',
  changeInterval: { month: 'Change to monthly', year: 'Change to yearly' },
  manage: 'Manage',
  lines: {
    free: 'For writing and keeping.',
    plus: 'For sending, and for leaving a light on.',
    premium: 'For videos, and for sharing with everyone.',
  },
  current: 'Current plan',
  currentPaid: { month: 'Current plan, paid monthly', year: 'Current plan, paid yearly' },
  offer: { month: '{plan}, paid monthly, for {price}', year: '{plan}, paid yearly, for {price}' },
  storage: '{size} storage',
  unlimited: 'Unlimited upload: any number of items',
  uploadOnly: 'Upload only: keep, but not send',
  features: {
    emailDelivery: 'Email delivery',
    whatsappDelivery: 'WhatsApp delivery',
    emergencyProtocol: 'Emergency protocol',
    publicSharing: 'Public sharing',
  },
  inSentence: {
    emailDelivery: 'delivery by email',
    whatsappDelivery: 'delivery by WhatsApp',
    emergencyProtocol: 'the emergency protocol',
    publicSharing: 'public sharing',
    lesserPlan: 'all of that',
  },
  keep: 'Keep {size} in your vault',
});
