import { catalogue } from '../catalogue.ts';

/** In the foot of each mail that its reader can turn off, before the address of the page. */
export const unsubscribeInMails = catalogue('unsubscribe-in-mails', {
  foot: 'You can turn these emails off in your profile:',
});

/** /unsubscribe/:secret: what a mail program's own "unsubscribe" leads to. */
export const unsubscribePage = catalogue('unsubscribe-page', {
  question: {
    heading: 'Turn these emails off?',
    mails: {
      delivery_opened: 'We email you once, the first time something you sent is opened.',
      delivery_delayed: 'We email you once when a delivery is an hour late.',
      address_check:
        'We email you once, a month before something goes to an address that you chose long ago, and once a year about your trusted contacts.',
    },
    yes: 'Turn them off',
    note: 'Your schedule still shows you the same. All other emails keep coming.',
  },
  off: {
    heading: 'These emails are off.',
    advice: 'You won’t get any more of them. You can turn them on again <profile>in your profile</profile>.',
  },
  missing: 'You can also turn emails off in your profile: sign in, and look for “Email notifications”.',
});
