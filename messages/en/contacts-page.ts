import { catalogue } from '../catalogue.ts';

/** /profile/contacts, around the form and the list. */
export const contactsPage = catalogue('contacts-page', {
  title: 'Trusted Contacts · Stillhere',
  heading: 'Trusted Contacts',
  back: 'Back to the profile',
  edit: {
    title: 'Edit contact · Stillhere',
    heading: 'Edit contact',
    lead: 'We don’t tell them about the change.',
    language: 'Language',
    languageHint: 'Of our emails to them and of their page. They can change it there.',
  },
});
