import { catalogue } from '../catalogue.ts';

/** The page behind the question before a far date: is the address still right? `by` is how the delivery goes out first. */
export const addressCheck = catalogue('address-check', {
  question: {
    title: 'Does this {by, select, phone {number} other {address}} still hold',
    heading: 'Does this {by, select, phone {number} other {address}} still hold?',
    yes: 'Yes, it still holds',
    change: 'Change it',
    note: 'Changing it asks you to sign in. Without an answer it goes out as it stands. This page opens nothing of what you keep.',
  },
  held: {
    heading: 'Thank you. The {by, select, phone {number} other {address}} stays.',
    advice: 'There is nothing more to do. Until its hour you can still <change>change it</change>.',
  },
  to: '{name}, {reached}',
  due: 'What you set aside goes there on {due}.',
  ended: {
    changed: {
      heading: 'You have changed this delivery since.',
      lead: 'This question was about what you had chosen before, so there is nothing to answer.',
      link: 'See how it stands now',
    },
    due: {
      heading: 'Its hour has come.',
      lead: 'This delivery is on its way at this moment, so nothing about it can be changed any more.',
      link: 'See how it stands',
    },
    sent: {
      heading: 'This delivery has been sent.',
      lead: 'There is nothing to answer any more.',
      link: 'See what became of it',
    },
    failed: {
      heading: 'This delivery did not arrive.',
      lead: 'Nothing was lost: you can correct where it goes and try again.',
      link: 'Sign in and correct it',
    },
    deleted: {
      heading: 'You have deleted this delivery.',
      lead: 'Nothing goes out, and there is nothing to answer.',
      link: 'Go to your deliveries',
    },
  },
  missing:
    'Please use the button in the message once more. The link of a delivery that was deleted opens nothing either.',
});
