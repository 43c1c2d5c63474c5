import { catalogue } from '../catalogue.ts';

/** On the page about how an account is secured, the same for everyone. */
export const duressSection = catalogue('duress-section', {
  heading: 'If someone forces you',
  text: 'A second password for checking in can look like an ordinary check-in, and hold everything back.',
  link: 'Read about it, or change it',
});
