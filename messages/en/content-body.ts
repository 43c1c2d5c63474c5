import { catalogue } from '../catalogue.ts';

/** A content itself, for its owner and in the gallery: how a file is shown or downloaded, and why it is not. */
export const contentBody = catalogue('content-body', {
  firstFrame: '{title}: its first frame',
  again: 'Try again',
  download: 'Download',
  away: 'We cannot reach this file just now. Nothing was lost.',
  gone: 'This file cannot be found any more. It may have been deleted, or made private.',
  unplayable: {
    see: 'This browser cannot show or play it. Download it to see it with a program of your own.',
    watch: 'This browser cannot show or play it. Download it to watch it with a program of your own.',
    hear: 'This browser cannot show or play it. Download it to hear it with a program of your own.',
  },
  unsupported: {
    see: 'This browser does not show {format} files. Download it to see it with a program of your own.',
    watch: 'This browser does not play {format} files. Download it to watch it with a program of your own.',
    hear: 'This browser does not play {format} files. Download it to hear it with a program of your own.',
  },
  unsupportedLikeThis: {
    see: 'This browser does not show files like this one. Download it to see it with a program of your own.',
    watch: 'This browser does not play files like this one. Download it to watch it with a program of your own.',
    hear: 'This browser does not play files like this one. Download it to hear it with a program of your own.',
  },
  smallerCopy: 'This is a smaller copy. {reason}',
});
