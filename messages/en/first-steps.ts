import { catalogue } from '../catalogue.ts';

/** The steps to the first scheduled letter, for new owners. Only the server says them. */
export const firstStepsTexts = catalogue('first-steps', {
  write: {
    name: 'Write it, or add it',
    kept: '“{title}” is kept. Only you can read it.',
    keptUntitled: 'The first is kept. Only you can read it.',
    text: 'A title and a few lines are enough, to somebody or to yourself years from now. Nobody else can read it.',
    act: 'Write the first letter',
  },
  choose: {
    name: 'Say who, and when',
    text: 'A name, an address and a day, up to a hundred years from now.',
    act: 'Choose who and when',
  },
  wait: {
    name: 'Let it wait',
    text: 'On that day it goes out. Until then you can change the day, or take it back.',
    beyondPlan:
      'On that day it goes out. Until then you can change the day, or take it back. {notice}; what you write is kept until then.',
  },
});
