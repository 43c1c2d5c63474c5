import { catalogue } from '../catalogue.ts';

/** Which mails an owner gets: the section of the profile, and its own page. */
export const notifications = catalogue('notifications', {
  title: 'Email notifications · Stillhere',
  heading: 'Email notifications',
  purpose: 'Choose which emails you get about what you send.',
  mails: {
    delivery_opened: {
      label: 'Something you sent was opened',
      hint: 'One email for each delivery, the first time it’s opened.',
    },
    delivery_delayed: {
      label: 'A delivery is late',
      hint: 'One email, after an hour.',
    },
    address_check: {
      label: 'Is an address still right?',
      hint: 'One email, a month before something goes to an address you chose long ago, and once a year about your trusted contacts.',
    },
  },
  save: 'Save your choices',
  always: 'These emails always come:',
  alwaysSent: {
    protocol: {
      name: 'Your emergency protocol',
      why: 'Reminders to check in, and everything after them. Without these, it could go on without you knowing.',
    },
    failures: {
      name: 'What didn’t arrive',
      why: 'A delivery that failed, or a contact we couldn’t reach. Only you can correct the address.',
    },
    security: {
      name: 'Your account',
      why: 'Links that you ask for, and changes of your email, password or how you sign in. If it wasn’t you, you need to know.',
    },
    payments: {
      name: 'Payments',
      why: 'Receipts, refunds, a failed payment, a plan that ended.',
    },
  },
  back: 'Back to the profile',
});
