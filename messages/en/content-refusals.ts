import { catalogue } from '../catalogue.ts';

/** Why a content was not saved, changed, shown or deleted. */
export const contentRefusals = catalogue('content-refusals', {
  'file-out-of-reach': 'We can’t reach this file right now. Nothing was lost. Please try again.',
  'file-empty': 'This file is empty. Please choose another.',
  'too-many-places':
    'This file contains more places than we can hide from others, so we didn’t save it. Save it again with another program, or put it into a ZIP archive. Others get an archive unchanged.',
  'type-does-not-fit':
    'This isn’t {type, select, image {an image} video {a video} audio {an audio recording} other {a file}} that we can show. You can save it as a File instead.',
  withheld:
    'We took this out of the gallery after a report, so it stays private. If you think that’s wrong, reply to any of our emails.',
  'vault-over-full':
    'Your vault holds {limit}, and {used} are used. You can read, send and delete everything, but you can’t add anything.',
  'too-many-contents':
    'You already have {max, number} items, which is as many as an account can have. Delete some to add another.',
  'vault-full': 'Your vault holds {limit}, and {left} are left. This needs {needed}.',
  'versions-take-room':
    'Earlier versions of your letters use {size}. To free it, open a letter, choose “Earlier versions” and delete them.',
  'room-on-plans': 'There’s room for it on {plans}.',
  'only-letters': 'A file has no text to change. You can change its title and its note.',
  'only-files': 'A letter has no note. Change its text instead.',
  'changed-meanwhile': 'This was changed in another window. Nothing was lost. Compare the two versions, then save.',
  'being-sent': 'A delivery of it is being sent right now. Nothing was deleted. Please try again in a few minutes.',
  'scheduled-meanwhile':
    'Another delivery of it was scheduled in the meantime. Nothing was deleted. Please check again what would be cancelled.',
  unreadable: 'This item can’t be read. Our team has been alerted.',
});
