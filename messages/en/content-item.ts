import { catalogue } from '../catalogue.ts';

/** One content for its owner: a page, or a dialog over a list. */
export const contentItem = catalogue('content-item', {
  edit: 'Edit',
  schedule: 'Schedule',
  written: 'Written on {day}.',
  kept: 'Kept on {day}.',
  goes: 'Goes to {recipient} on {day}.',
  sealed: 'Sealed until {day}, for {recipient}.',
  moreWait: '{count, plural, one {# more waits.} other {# more wait.}}',
  public: 'Public: everyone can see it <link>on the Shared page</link>.',
  details: 'Details',
  filename: 'Filename',
  noFilename: 'None, written here',
  type: 'Type',
  typeAndFormat: '{type}, {format}',
  size: 'Size',
});

/** The toasts and refusals of the server. */
export const contentReplies = catalogue('content-replies', {
  deleted: 'Content deleted successfully',
  notDeleted: 'Failed to delete content',
  deletionFault: 'Something went wrong on our side. Nothing was deleted; please try again in a moment.',
  public: 'Content is now public',
  private: 'Content is now private',
  changed: 'Letter changed',
  notALetter: 'Only letters can be edited.',
  notUpdated: 'Failed to update',
});
