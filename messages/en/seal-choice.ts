import { catalogue } from '../catalogue.ts';

/** The choice to seal, on the create form. What follows is loaded when it is made (sealing.ts). */
export const sealChoice = catalogue('seal-choice', {
  label: 'Seal it: not even we can open it',
  hint: 'Your browser locks it before it leaves this device. The person it is for opens it with six words, or with a printed sheet. This needs JavaScript.',
  off: 'JavaScript is off in this browser, so this choice is off too.',
  notPublic: 'A public item cannot be sealed.',
  seal: 'Seal it',
  notLoaded: 'This part of the page could not be loaded. Please check your connection, and try again.',
});
