import { catalogue } from '../catalogue.ts';

/** The page of the plans. The application's scripts never show it. */
export const pricing = catalogue('pricing', {
  title: 'Pricing',
  description: 'Three plans, paid by the month or by the year, and what each of them holds.',
  heading: 'Three plans, and no surprises',
  lead: 'Cancel anytime. What you scheduled is still delivered, and what you kept stays readable.',
  byMonth: 'Prices by the month',
  byYear: 'Prices by the year, two months free',
  paid: 'Paid',
  monthly: 'Monthly',
  yearly: 'Yearly <stamp>2 Months Free</stamp>',
  busy: 'Processing...',
  chosen: 'You chose {offer}. The next page is where you pay; nothing is charged before that.',
  goOn: 'Go on to pay',
  price: { month: '<b>{price}</b> a month', year: '<b>{price}</b> a year' },
  notIncluded: 'Not included:',
  questions: {
    heading: 'Frequently asked questions',
    refund: {
      question: 'Can I have my money back?',
      answer: 'Yes, within {days} days of a payment. There is a button for it on your profile, under Plan.',
    },
    cancel: {
      question: 'What happens when I cancel?',
      answer:
        'You can cancel anytime. What is scheduled still goes out, a protocol that is armed stays armed, and everything you kept stays readable. Only what would be new needs a plan again.',
    },
    encryption: {
      question: 'Is what I keep encrypted?',
      answer: 'Yes, your data is encrypted with 256-bit encryption, each item with a key of its own.',
    },
    year: {
      question: 'Is a year cheaper?',
      answer:
        'A year costs as much as ten months: {plusPrice} for {plus} and {premiumPrice} for {premium}. Two months are free.',
    },
  },
  failed: 'Failed to create subscription',
  alreadyFree: 'You are already on the free plan',
});

/** A plan as a card of /pricing and as a row of the landing page. */
export const planCards = catalogue('plan-cards', {
  getStarted: 'Get Started',
  subscribe: 'Subscribe Now',
  manage: 'Manage',
  toFree: 'Go back to Free',
  lines: {
    free: 'To begin, and to keep.',
    plus: 'To deliver, and to leave a light on.',
    premium: 'For films, and for sharing.',
  },
  current: 'Current plan',
  currentPaid: { month: 'Current plan, paid monthly', year: 'Current plan, paid yearly' },
  offer: { month: '{plan}, paid monthly, for {price}', year: '{plan}, paid yearly, for {price}' },
  storage: '{size} storage',
  unlimited: 'Unlimited upload',
  uploadOnly: 'Upload only',
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
