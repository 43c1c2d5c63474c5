import { catalogue } from '../catalogue.ts';

export const createPage = catalogue('create', {
  title: 'Create · Stillhere',
  heading: 'Create',
  lead: 'Write or upload something. You can decide later who gets it, and when.',
  type: 'What is it?',
});

/** The box that makes an item public. */
export const publicBox = catalogue('public-box', {
  label: 'Share publicly <stamp>PREMIUM</stamp>',
  hint: 'Everyone will be able to see it on the Shared page.',
  heading: 'Share it with everyone?',
  consequence: 'Everyone will be able to see it on the Shared page, until you make it private again.',
  confirm: 'Share publicly',
  cancel: 'Keep it private',
  staticConfirm: 'Yes, share it publicly',
});

/** What helps when the vault is full. */
export const storageHelp = catalogue('storage-help', {
  remove:
    'To make room, delete something in <contents>your vault<hidden> (opens in a new tab)</hidden></contents>, then come back here. Earlier versions of letters use room, too.',
  removeOrChoose:
    'To make room, delete something in <contents>your vault<hidden> (opens in a new tab)</hidden></contents> or choose <pricing>{plan}<hidden> (opens in a new tab)</hidden></pricing>, then come back here. Earlier versions of letters use room, too.',
});

/** The toasts and refusals of the server. */
export const createReplies = catalogue('create-replies', {
  failed: 'Error creating content',
});
