import { catalogue } from '../catalogue.ts';

/** /schedule/:id, the page of one delivery. */
export const storyPage = catalogue('story-page', {
  title: 'A delivery · Stillhere',
  heading: 'A delivery',
  lead: '{recipient}, on {when} ({place}).',
  change: 'Change',
  story: { heading: 'Its story', place: 'Times are {place} time.' },
  link: {
    heading: 'The link',
    aside: 'What the recipient opens it with.',
    extend: 'Extend Link',
    revoke: 'Revoke Link',
  },
  again: { heading: 'Send it again', aside: 'For when it was lost, or overlooked.', send: 'Send again' },
  release: {
    heading: 'Your emergency protocol',
    text: 'It was released by your protocol. Who it went to, and how to take back what was not opened, is on the page of the <protocol>emergency protocol</protocol>.',
  },
});
