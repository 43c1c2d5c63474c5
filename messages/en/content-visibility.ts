import { catalogue } from '../catalogue.ts';

/** The questions before a content is made public or private. */
export const contentVisibility = catalogue('content-visibility', {
  publish: {
    title: 'Share publicly · Stillhere',
    name: 'Share publicly',
    heading: 'Share “{title}” publicly?',
    text: 'Everyone will be able to see it on the Shared page, until you make it private again. For that we decrypt it for whoever comes: that is what publishing means.',
    confirm: 'Make Public',
    cancel: 'Keep it private',
  },
  unpublish: {
    title: 'Make private · Stillhere',
    name: 'Make private',
    heading: 'Make “{title}” private?',
    text: 'Are you sure? It will no longer be visible to others, at once. Whoever has seen it may have kept a copy.',
    confirm: 'Make Private',
    cancel: 'Keep it public',
  },
  premium: 'PREMIUM',
  back: 'Back',
});
