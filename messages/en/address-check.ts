import { catalogue } from '../catalogue.ts';

/** The page behind the question before a far date: is the address still right? `by` is how the delivery goes out first. */
export const addressCheck = catalogue('address-check', {
  question: {
    title: 'Is this {by, select, phone {number} other {address}} still right?',
    heading: 'Is this {by, select, phone {number} other {address}} still right?',
    yes: 'Yes, it’s still right',
    change: 'Change it',
    note: 'To change it, you need to sign in. If you don’t answer, it goes out as planned. This page shows nothing from your vault.',
  },
  held: {
    heading: 'Thank you. The {by, select, phone {number} other {address}} stays.',
    advice: 'You don’t need to do anything more. You can still <change>change it</change> until it goes out.',
  },
  to: '{name}, {reached}',
  due: 'Your delivery goes there on {due}.',
  ended: {
    changed: {
      heading: 'You’ve changed this delivery since.',
      lead: 'This question was about your earlier choice, so you don’t need to answer it.',
      link: 'See your deliveries',
    },
    due: {
      heading: 'It’s being sent.',
      lead: 'This delivery is going out right now, so it can’t be changed.',
      link: 'See your deliveries',
    },
    sent: {
      heading: 'This delivery has been sent.',
      lead: 'You don’t need to answer.',
      link: 'See what happened to it',
    },
    failed: {
      heading: 'This delivery didn’t arrive.',
      lead: 'Nothing was lost: you can correct where it goes and try again.',
      link: 'Sign in and correct it',
    },
    deleted: {
      heading: 'You’ve deleted this delivery.',
      lead: 'It won’t be sent, so you don’t need to answer.',
      link: 'Go to your deliveries',
    },
  },
  missing: 'Please press the button in the message again. If the delivery was deleted, its link no longer works.',
});
