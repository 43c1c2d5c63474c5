import { catalogue } from '../catalogue.ts';

/** Changing the email address of an account. */
export const profileEmail = catalogue('profile-email', {
  title: 'Change your email · Stillhere',
  heading: 'Change your email',
  lead: 'We’ll email a link to the new address. Nothing changes until you open it. Then we let {email} know.',
  leadWithoutAddress:
    'We’ll email a link to the new address. Nothing changes until you open it. Then we let the old one know.',
  email: 'New email',
  password: 'Password',
  passwordHint: 'So that we know it’s you.',
  submit: 'Send the link',
});
