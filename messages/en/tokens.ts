import { catalogue } from '../catalogue.ts';

/** The page on which people see how their account is secured, and make tokens for programs. */
export const securityPage = catalogue('security-page', {
  title: 'Security · Stillhere',
  heading: 'Security',
  lead: 'How we know that it’s you, and what your own programs may do.',
  back: 'Back to your profile',
  proof: {
    heading: 'Before a change',
    text: 'Before a change on this page we ask for your password, a passkey or a code, if the last time was more than 10 minutes ago. So we do before you change who is notified, publish, delete or download.',
  },
  checkIn: {
    heading: 'A check-in never needs any of this',
    text: 'The button in our emails works without a passkey, a code or a password. So does this browser while you’re signed in. If you lose everything on this page, you can still say that you’re here.',
  },
});

/** Tokens for programs. */
export const tokens = catalogue('tokens', {
  heading: 'Tokens',
  purpose: 'For your own programs. Give each the least that it needs. <link>How to use them</link>',
  none: 'You have no tokens.',
  scopes: {
    'check-in': 'May only check in.',
    read: 'May read.',
    write: 'May read and change.',
  },
  used: 'Last used on {at}.',
  unused: 'Never used.',
  ends: 'Ends on {date}.',
  endless: 'Does not end.',
  delete: 'Delete<hidden>: {name}</hidden>',
  name: 'Name',
  nameHint: 'Such as the program or device that uses it',
  may: 'It may',
  choices: { 'check-in': 'only check in', read: 'read', write: 'read and change' },
  end: 'It ends',
  ending: { year: 'in a year', month: 'in 30 days', never: 'never' },
  submit: 'Make a token',
  made: {
    heading: 'Copy “{name}” now',
    text: 'This is the only time that you can see it. Keep it like a password.',
    label: 'Your new token',
  },
  password: 'A new password by email ends every token.',
});

/** What the server answers to the form. */
export const tokenAnswers = catalogue('token-answers', {
  notMade: 'The token could not be made',
  deleted: 'That token no longer works',
  notDeleted: 'The token could not be deleted',
});
