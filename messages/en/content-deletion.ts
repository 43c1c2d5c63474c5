import { catalogue } from '../catalogue.ts';

/** The question before a content is deleted. */
export const contentDeletion = catalogue('content-deletion', {
  title: 'Delete · Stillhere',
  name: 'Delete',
  heading: 'Delete “{title}”?',
  removed: {
    text: 'The letter will be deleted from your vault. This action cannot be undone.',
    image: 'The image will be deleted from your vault. This action cannot be undone.',
    video: 'The video will be deleted from your vault. This action cannot be undone.',
    audio: 'The audio will be deleted from your vault. This action cannot be undone.',
    file: 'The file will be deleted from your vault. This action cannot be undone.',
  },
  removedPublic: {
    text: 'The letter will be deleted from your vault and from the Shared page. This action cannot be undone.',
    image: 'The image will be deleted from your vault and from the Shared page. This action cannot be undone.',
    video: 'The video will be deleted from your vault and from the Shared page. This action cannot be undone.',
    audio: 'The audio will be deleted from your vault and from the Shared page. This action cannot be undone.',
    file: 'The file will be deleted from your vault and from the Shared page. This action cannot be undone.',
  },
  pending:
    '{count, plural, one {This scheduled delivery will be cancelled:} other {These scheduled deliveries will be cancelled:}}',
  sent: '{count, plural, one {This was sent. Its link will stop working:} other {These were sent. Their links will stop working:}}',
  lessened: '{count, plural, one {This delivery stays, without it:} other {These deliveries stay, without it:}}',
  delivery: 'to {recipient}, on {moment}',
  more: 'and {count} more',
  confirm: 'Delete',
  cancel: 'Keep it',
});
