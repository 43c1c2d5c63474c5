import { catalogue } from '../catalogue.ts';

/** One content for its owner: a page, or a dialog over a list. */
export const contentItem = catalogue('content-item', {
  edit: 'Edit',
  schedule: 'Schedule',
  seal: 'Seal it',
  written: 'Written on {day}.',
  kept: 'Saved on {day}.',
  goes: 'Will be sent to {recipient} on {day}.',
  moreWait: '{count, plural, one {# more delivery is scheduled.} other {# more deliveries are scheduled.}}',
  public: 'Public: everyone can see it <link>on the Shared page</link>.',
  versions: 'Earlier versions',
  locationHidden: 'It contains the place where it was taken. We remove that from the copy that others get.',
  locationShared: 'It contains the place where it was taken. The people you send it to can see it.',
  details: 'Details',
  filename: 'Filename',
  noFilename: 'None: you wrote it here',
  type: 'Type',
  typeAndFormat: '{type}, {format}',
  size: 'Size',
});

/** The toasts and refusals of the server. */
export const contentReplies = catalogue('content-replies', {
  deleted: 'Content deleted successfully',
  notDeleted: 'Failed to delete content',
  deletionFault: 'Something went wrong on our side. Nothing was deleted. Please try again in a moment.',
  public: 'Content is now public',
  private: 'Content is now private',
  changed: 'Letter changed',
  notUpdated: 'Failed to update',
  fileChanged: 'Title and note saved',
});
