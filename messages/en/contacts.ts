import { catalogue } from '../catalogue.ts';

/** The trusted contacts, on the profile and on their own page. */
export const contacts = catalogue('contacts', {
  heading: 'Trusted Contacts',
  purpose:
    'If you stop checking in, we email them. If we still hear nothing from you, we send them a link to your emergency contents. Until then, they hear nothing from us, unless you send a test.',
  none: 'None yet. One person you trust is enough.',
  name: 'Name',
  email: 'Email',
  language: 'Language',
  add: 'Add<hidden> a trusted contact</hidden>',
  test: 'Send a test<hidden> to {name}</hidden>',
  edit: 'Edit<hidden> {name}</hidden>',
  tested: 'You sent a test on {date}. We don’t know yet whether it arrived.',
  reached: 'Your test arrived on {date}.',
  givenUp: 'Your test failed on {date}. Please send another.',
  stopped: 'They want no more messages.',
  bounced: 'Our email came back on {date}. Please check the address.',
  delete: 'Delete',
  question: 'Delete {name}?',
  consequence: '{name} ({email}) won’t receive anything from your emergency protocol.',
  last: 'This is your last trusted contact. Without one, your emergency protocol doesn’t run.',
  keep: 'Keep',
});
