import { catalogue } from '../catalogue.ts';

/** Passkeys on the page Security. */
export const passkeys = catalogue('passkeys', {
  heading: 'Passkeys',
  purpose: 'Sign in with a fingerprint, a face or a PIN. There’s nothing to type and nothing to guess.',
  none: 'You have no passkeys.',
  full: 'An account has up to {max} passkeys. Remove one before you add another.',
  facts: 'Added on {added}. Last used on {used}.',
  unused: 'Added on {added}. Not used yet.',
  rename: 'Rename<hidden>: {name}</hidden>',
  remove: 'Remove<hidden>: {name}</hidden>',
  noScripts: 'To add a passkey, turn on JavaScript in this browser.',
  password: 'A new password by email removes every passkey.',
});

/** The button that adds one; fetched after the page. */
export const addPasskey = catalogue('add-passkey', {
  submit: 'Add a passkey',
  unsupported: 'This browser can’t make passkeys. A newer one can.',
  closed: 'No passkey was added. You can try again.',
  present: 'This device already has a passkey for your account.',
  failed: 'That didn’t work, and no passkey was added. Please try again in a minute.',
});

/** The page on which a passkey gets another name. */
export const renamePasskey = catalogue('rename-passkey', {
  title: 'Rename a passkey · Stillhere',
  heading: 'Rename a passkey',
  lead: 'Choose a name that tells you where it is. Only you can see it.',
  name: 'Name',
  back: 'Back to Security',
});

/** What the server answers. */
export const passkeyAnswers = catalogue('passkey-answers', {
  added: '“{name}” can now sign you in',
  notAdded: 'The passkey could not be added',
  tooLate: 'That took more than 5 minutes, so we ask your device once more.',
  renamed: 'The passkey has its new name',
  notRenamed: 'The passkey could not be renamed',
  removed: 'That passkey no longer signs you in',
  notRemoved: 'The passkey could not be removed',
  unreadable: 'The answer of your browser could not be read. Please try again.',
});
