import { catalogue } from '../catalogue.ts';

/** The question before the protocol is switched on or off, in a dialog and on a page of its own. */
export const switchQuestion = catalogue('switch-question', {
  arm: { question: 'Switch the emergency protocol on?', submit: 'Switch it on', cancel: 'Leave it off' },
  disarm: { question: 'Switch the emergency protocol off?', submit: 'Switch it off', cancel: 'Leave it on' },
});
