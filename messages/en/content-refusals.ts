import { catalogue } from '../catalogue.ts';

/** Why a content was not saved, changed, shown or deleted. */
export const contentRefusals = catalogue('content-refusals', {
  'file-out-of-reach': 'We cannot reach this file at the moment. Nothing was lost; please try again.',
  'too-many-places':
    'This file names more places than we can hide from others, so we did not keep it. Please save it again with another program, or put it into a ZIP archive: others then get it unchanged.',
  'type-does-not-fit':
    'This is not {type, select, image {an image} video {a video} audio {an audio recording} other {a file}} that we can show. You can keep it under the type File instead.',
  withheld:
    'We took this out of the gallery after a report, so it stays private. If you think that is wrong, reply to any email of ours.',
  'vault-over-full':
    'Your vault holds {limit}, and you keep {used}. Everything stays, to be read, sent and deleted, but nothing can be added.',
  'vault-full': 'Your vault holds {limit}, and {left} of it are left. This needs {needed}.',
  'room-on-plans': 'There is room for it on {plans}.',
  'only-letters': 'Only letters can be written anew.',
  'being-sent':
    'A delivery of it is being sent at this moment. Nothing was deleted; please try again in a few minutes.',
  'scheduled-meanwhile':
    'Another delivery of it has been scheduled meanwhile. Nothing was deleted; please look again at what would go with it.',
  unreadable: 'This item cannot be read. We have been told.',
});
