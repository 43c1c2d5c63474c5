import { catalogue } from '../catalogue.ts';

/** The line below a letter about its draft in the browser. */
export const letterDraft = catalogue('letter-draft', {
  moment: '{date} at {clock}',
  kept: 'Draft saved in this browser.',
  keptAt: 'Last at {clock}.',
  lost: 'This browser saves no drafts. Please save before you leave.',
  aside: 'Your draft of {moment} is hidden.',
  restored: 'This is your draft of {moment}, not saved yet.',
  behind: 'The letter was changed since.',
  bringBack: 'Show the draft',
  putAside: 'Hide the draft',
});
