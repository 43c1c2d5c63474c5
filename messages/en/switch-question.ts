import { catalogue } from '../catalogue.ts';

/** The questions before the protocol is switched on or off, or gets fewer days. Only the server says them. */
export const switchQuestions = catalogue('switch-question', {
  arm: {
    question: 'Switch the emergency protocol on?',
    submit: 'Switch it on',
    /** While something is missing: beside the button for the first thing to do. */
    anyway: 'Switch it on anyway',
    cancel: 'Leave it off',
  },
  disarm: { question: 'Switch the emergency protocol off?', submit: 'Switch it off', cancel: 'Leave it on' },
  shorten: { question: 'Change to fewer days?', submit: 'Save fewer days', cancel: 'Keep the days as they are' },
});
