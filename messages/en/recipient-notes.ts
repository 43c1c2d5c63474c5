import { catalogue } from '../catalogue.ts';

/** What a recipient gets of a file that most browsers do not show. `type` is a kind of content. */
export const recipientNotes = catalogue('recipient-notes', {
  few: 'Most browsers can’t {type, select, image {show} other {play}} {format} files.',
  fewUnnamed: 'Most browsers can’t {type, select, image {show} other {play}} files like this one.',
  still:
    'Recipients see {type, select, image {a smaller picture} other {a still picture}} and can download the {type, select, image {original} other {video}}.',
  copy: 'Recipients get a JPEG copy in full size, if we can make one, and the original.',
  download: 'Recipients can download it and open it on their device.',
});
