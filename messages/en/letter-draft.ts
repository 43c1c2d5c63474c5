import { catalogue } from '../catalogue.ts';

/** The line below a letter about its draft in the browser. */
export const letterDraft = catalogue('letter-draft', {
  moment: '{date} at {clock}',
  kept: 'Draft kept in this browser.',
  keptAt: 'Last at {clock}.',
  lost: 'Your browser keeps no draft of this: please save before you leave.',
  aside: 'The draft of {moment} is put aside.',
  restored: 'This is your draft of {moment}, not saved yet.',
  behind: 'The letter was changed since.',
  bringBack: 'Bring the draft back',
  putAside: 'Put the draft aside',
});
