import { catalogue } from '../catalogue.ts';

/** Changing the email address of an account. */
export const profileEmail = catalogue('profile-email', {
  title: 'Change your email · Stillhere',
  heading: 'Change your email',
  lead: 'We send a link to the new address, and nothing changes until you use it. Then {email} is told.',
  leadWithoutAddress:
    'We send a link to the new address, and nothing changes until you use it. Then the old one is told.',
  email: 'New email',
  password: 'Password',
  passwordHint: 'To be sure that it is you.',
  submit: 'Send the link',
});
