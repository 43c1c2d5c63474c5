import { catalogue } from '../catalogue.ts';

/** Changing a letter, or the title of a file and the note with it. */
export const contentEdit = catalogue('content-edit', {
  title: 'Edit · Stillhere',
  heading: {
    text: 'Edit a letter',
    image: 'Edit an image',
    video: 'Edit a video',
    audio: 'Edit a recording',
    file: 'Edit a file',
  },
  titleLabel: 'Title',
  titleHint: 'The people you send it to see this title.',
  message: 'Message',
  caption: 'Note for recipients',
  captionHint:
    'Up to {max, number} characters. The people you send it to read this above the file. It’s never on the Shared page.',
  captionOpen: 'We can read this note: it is not sealed.',
  location: 'Let recipients see where it was taken',
  locationHint:
    'Your device saved the place in this file. We remove it from the copy that others get. If you tick this box, the people you send it to get it with the place, also in what you’ve already sent. The Shared page never shows it.',
  pending: '<strong>Your changes go into these deliveries:</strong>',
  sent: '<strong>These deliveries were sent and won’t change:</strong>',
  public: '<strong>It’s public.</strong> Everyone will see the change at once.',
  other: {
    heading: 'This version was saved in another window',
    help: 'Your version is below. If you save it, this one stays under Earlier versions. You can also copy parts of it into yours first.',
    helpForFile:
      'Your version is below. If you save it, it replaces this one. You can also copy parts of it into yours first.',
    locationShared: 'In it, recipients can see where it was taken.',
    locationHidden: 'In it, recipients can’t see where it was taken.',
    leave: 'Keep this version and leave without saving mine',
    own: 'Your version, not saved yet',
  },
});
