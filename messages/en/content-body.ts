import { catalogue } from '../catalogue.ts';

/** A content itself, for its owner and in the gallery: how a file is shown or downloaded, and why it is not. */
export const contentBody = catalogue('content-body', {
  firstFrame: '{title}: its first picture',
  firstPage: '{title}: its first page',
  read: 'Read it in a new tab',
  again: 'Try again',
  download: 'Download',
  openSealed: 'Open it here',
  away: 'We can’t reach this file right now. Nothing was lost.',
  gone: 'This file isn’t here. It may have been deleted or made private.',
  unplayable: {
    see: 'This browser can’t show it. Download it and open it on your device.',
    watch: 'This browser can’t play it. Download it and open it on your device.',
    hear: 'This browser can’t play it. Download it and open it on your device.',
  },
  unsupported: {
    see: 'This browser can’t show {format} files. Download it and open it on your device.',
    watch: 'This browser can’t play {format} files. Download it and open it on your device.',
    hear: 'This browser can’t play {format} files. Download it and open it on your device.',
  },
  unsupportedLikeThis: {
    see: 'This browser can’t show files like this one. Download it and open it on your device.',
    watch: 'This browser can’t play files like this one. Download it and open it on your device.',
    hear: 'This browser can’t play files like this one. Download it and open it on your device.',
  },
  smallerCopy: 'This is a smaller copy. {reason}',
});
