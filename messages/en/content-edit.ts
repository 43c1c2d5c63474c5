import { catalogue } from '../catalogue.ts';

/** Editing a letter. */
export const contentEdit = catalogue('content-edit', {
  title: 'Edit a letter · Stillhere',
  heading: 'Edit a letter',
  titleLabel: 'Title',
  message: 'Message',
  pending: '<strong>What waits is sent as it is then</strong>, with what you change here:',
  sent: '<strong>What was sent stays as it was</strong>, whatever you change:',
  public: '<strong>It is public.</strong> Everyone sees what you change as soon as you save it.',
});
