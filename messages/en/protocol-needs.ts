import { catalogue } from '../catalogue.ts';

/** What is missing from a protocol that does not run. Only the server says it. */
export const blockers = catalogue('blockers', {
  'address-unconfirmed': {
    toDo: 'confirm your email',
    first: 'First, confirm your email',
    status: 'Not running: confirm your email',
    why: 'You haven’t confirmed your email address, so our warnings might not reach you.',
  },
  'no-contact': {
    toDo: 'add a contact',
    first: 'First, add a contact',
    status: 'Not running: add a contact',
    why: 'You have no trusted contact we can write to, so we’d have nobody to tell and nothing would be sent.',
  },
  'no-content': {
    toDo: 'choose what to send',
    first: 'First, choose what to send',
    status: 'Not running: choose what to send',
    why: 'You haven’t chosen anything to send, so your contacts would receive nothing.',
  },
});

export const protocolNeeds = catalogue('protocol-needs', {
  choosePlan: 'choose a plan',
  allToDo: '{steps}.',
  noDays: '{why} We’re not counting days.',
  next: {
    confirm: {
      label: 'Resend email',
      note: 'We’ve emailed a link to {email}. Open it to confirm your email. Check your spam folder, too.',
    },
    addContact: { label: 'Add a contact', note: 'We don’t tell people that you add them.' },
    choose: { label: 'Choose what to send', note: 'Nothing is sent now.' },
    create: { label: 'Create something to send', note: 'Nothing is sent now.' },
  },
  contact: {
    name: 'A trusted contact',
    text: 'Someone we can write to. Two are better than one.',
    link: 'Add a contact',
  },
  content: {
    name: 'Something to send',
    text: 'A letter or a file that your contacts receive.',
    there: '{count, plural, one {# item is} other {# items are}} in Emergency Content.',
    link: 'Choose something',
  },
  email: { name: 'Your confirmed email', text: 'Open the link we sent to {email}.' },
  on: {
    name: 'Switched on',
    after: 'After {days, plural, one {# day} other {# days}} without a check-in.',
    off: 'It’s off.',
    beyondPlan: 'This comes with {plans}.',
    change: 'Change',
    switchOn: 'Switch it on',
  },
});
