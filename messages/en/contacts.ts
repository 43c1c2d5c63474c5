import { catalogue } from '../catalogue.ts';

/** The trusted contacts, on the profile and on their own page. */
export const contacts = catalogue('contacts', {
  heading: 'Trusted Contacts',
  purpose:
    'When you stop checking in, we tell them; and when we still hear nothing from you, we send them a link to your emergency contents. Until then, nobody is told that you added them.',
  none: 'Nobody yet. One person whom you trust is enough.',
  name: 'Name',
  email: 'Email',
  add: 'Add<hidden> a trusted contact</hidden>',
  delete: 'Delete',
  question: 'Delete {name}?',
  consequence: '{name} ({email}) is no longer one of your trusted contacts, and gets none of your emergency contents.',
  keep: 'Keep',
});
