import { catalogue } from '../catalogue.ts';

/** The question before a content is deleted. */
export const contentDeletion = catalogue('content-deletion', {
  title: 'Delete · Stillhere',
  name: 'Delete',
  heading: 'Delete “{title}”?',
  removed: {
    text: 'The letter is removed from your vault. This action cannot be undone.',
    image: 'The image is removed from your vault. This action cannot be undone.',
    video: 'The video is removed from your vault. This action cannot be undone.',
    audio: 'The audio is removed from your vault. This action cannot be undone.',
    file: 'The file is removed from your vault. This action cannot be undone.',
  },
  removedPublic: {
    text: 'The letter is removed from your vault and from the Shared page. This action cannot be undone.',
    image: 'The image is removed from your vault and from the Shared page. This action cannot be undone.',
    video: 'The video is removed from your vault and from the Shared page. This action cannot be undone.',
    audio: 'The audio is removed from your vault and from the Shared page. This action cannot be undone.',
    file: 'The file is removed from your vault and from the Shared page. This action cannot be undone.',
  },
  pending: '{count, plural, one {This delivery is cancelled:} other {These deliveries are cancelled:}}',
  sent: '{count, plural, one {This was sent, and its link stops opening:} other {These were sent, and their links stop opening:}}',
  lessened: '{count, plural, one {This goes on without it:} other {These go on without it:}}',
  delivery: 'to {recipient}, on {moment}',
  more: 'and {count} more',
  confirm: 'Delete',
  cancel: 'Keep it',
});
