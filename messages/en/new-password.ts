import { catalogue } from '../catalogue.ts';

/** How strong a password is that a person types. */
export const newPassword = catalogue('new-password', {
  weak: 'Weak. Longer is better.',
  fair: 'Fair. One more word makes it strong.',
  strong: 'Strong.',
});
