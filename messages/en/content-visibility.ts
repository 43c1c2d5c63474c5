import { catalogue } from '../catalogue.ts';

/** The questions before a content is made public or private. */
export const contentVisibility = catalogue('content-visibility', {
  publish: {
    title: 'Share publicly · Stillhere',
    name: 'Share publicly',
    heading: 'Share “{title}” publicly?',
    text: 'Everyone will be able to see it on the Shared page, until you make it private again. Anyone who visits will be able to read it.',
    confirm: 'Make Public',
    cancel: 'Keep it private',
  },
  unpublish: {
    title: 'Make private · Stillhere',
    name: 'Make private',
    heading: 'Make “{title}” private?',
    text: 'Are you sure? It will no longer be visible to others. That happens immediately. People who saw it may have kept a copy.',
    confirm: 'Make Private',
    cancel: 'Keep it public',
  },
  premium: 'PREMIUM',
  back: 'Back',
});
