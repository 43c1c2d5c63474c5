import { catalogue } from '../catalogue.ts';

/** /schedule/:id, the page of one delivery. */
export const storyPage = catalogue('story-page', {
  title: 'A delivery · Stillhere',
  heading: 'A delivery',
  lead: '{recipient}, on {when} ({place}).',
  change: 'Change',
  story: { heading: 'Its story', place: 'Times are in {place, select, UTC {UTC} other {{place} time}}.' },
  link: {
    heading: 'The link',
    aside: 'The recipient opens it with this link.',
    extend: 'Extend Link',
    revoke: 'Revoke Link',
  },
  again: { heading: 'Send it again', aside: 'In case it was lost or overlooked.', send: 'Send again' },
  release: {
    heading: 'Your emergency protocol',
    text: 'Your emergency protocol sent this. On the <protocol>emergency page</protocol> you can see who received it, and withdraw anything unopened.',
  },
});
