import { catalogue } from '../catalogue.ts';

/** /profile/contacts, around the form and the list. */
export const contactsPage = catalogue('contacts-page', {
  title: 'Trusted Contacts · Stillhere',
  heading: 'Trusted Contacts',
  back: 'Back to the profile',
  others: {
    heading: 'Do they know of each other?',
    hidden: 'No. A contact who hears from us doesn’t see who else you named.',
    shown: 'Yes. A contact who hears from us sees the names of the others.',
    allow: 'Let them see each other',
    hide: 'Hide the others',
  },
  edit: {
    title: 'Edit contact · Stillhere',
    heading: 'Edit contact',
    lead: 'We don’t tell them about the change.',
    alternate: 'Second email',
    alternateHint: 'We write there if the first address refuses our emails.',
    phone: 'Phone',
    phoneHint: 'With + and the country code. Only you can see it.',
    role: 'What they receive',
    roleHint: 'A witness learns that it has happened, and when. They never receive anything you set aside.',
    roles: { recipient: 'What I set aside for them', witness: 'Nothing: they are a witness' },
    languageHint: 'Of our emails to them and of their page. They can change it there.',
  },
});
