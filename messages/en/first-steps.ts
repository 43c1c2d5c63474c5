import { catalogue } from '../catalogue.ts';

/** The steps to the first scheduled letter, for new owners. Only the server says them. */
export const firstStepsTexts = catalogue('first-steps', {
  write: {
    name: 'Write it, or add it',
    kept: '“{title}” is saved. Only you can read it.',
    keptUntitled: 'Your first item is saved. Only you can read it.',
    text: 'A title and a few lines are enough: to someone, or to yourself years from now. Nobody else can read it.',
    act: 'Write the first letter',
  },
  choose: {
    name: 'Say who, and when',
    text: 'A name, an address and a day, up to a hundred years from now.',
    act: 'Choose who and when',
  },
  wait: {
    name: 'Let it wait',
    text: 'On that day, it goes out. Until then, you can change or cancel it.',
    beyondPlan: 'On that day, it goes out. Until then, you can change or cancel it. {notice}. What you write is saved.',
  },
});
