import { catalogue } from '../catalogue.ts';

/** What is missing from a protocol that does not run. Only the server says it. */
export const blockers = catalogue('blockers', {
  'address-unconfirmed': {
    toDo: 'confirm your email',
    status: 'Not running: confirm your email',
    lead: 'A light left on. It is not lit yet: we cannot be sure that our warnings reach you.',
    why: 'You have not confirmed your email address, so our warnings might not reach you. No days are being counted.',
  },
  'no-contact': {
    toDo: 'add a contact',
    status: 'Not running: add a contact',
    lead: 'A light left on. It is not lit yet: there is nobody to tell.',
    why: 'You have no trusted contact, so nobody would be told and nothing would be sent. No days are being counted.',
  },
  'no-content': {
    toDo: 'choose something to send',
    status: 'Not running: choose something to send',
    lead: 'A light left on. It is not lit yet: there is nothing to send.',
    why: 'You have not chosen anything to send, so your contacts would receive nothing. No days are being counted.',
  },
});

export const protocolNeeds = catalogue('protocol-needs', {
  choosePlan: 'choose a plan',
  allToDo: '{steps}.',
  next: {
    confirm: {
      label: 'Send the link again',
      note: 'We sent a link to {email}. Open it to confirm your email. Check your spam folder, too.',
    },
    addContact: { label: 'Add a contact', note: 'We don’t tell people that you add them.' },
    choose: { label: 'Choose something to send', note: 'Nothing goes out now.' },
    create: { label: 'Create something to send', note: 'Nothing goes out now.' },
  },
  contact: {
    name: 'A trusted contact',
    text: 'A person we may write to. Two are better than one.',
    link: 'Add a contact',
  },
  content: {
    name: 'Something to send',
    text: 'A letter or a file that your contacts receive.',
    there: '{count, plural, one {# item is} other {# items are}} in Emergency Content.',
    link: 'Choose something',
  },
  email: { name: 'Your confirmed email', text: 'Please open the link that we sent to {email}.' },
  on: {
    name: 'Switched on',
    after: 'After {days, plural, one {# day} other {# days}} without a check-in.',
    off: 'It is off.',
    beyondPlan: 'This comes with {plans}.',
    change: 'Change',
    switchOn: 'Switch it on',
  },
});
