import { catalogue } from '../catalogue.ts';

/** Everything a person keeps. */
export const contentList = catalogue('content-list', {
  title: 'Everything you keep · Stillhere',
  titleOfType: '{type} · Everything you keep · Stillhere',
  heading: 'Everything you keep',
  lead: 'Only you can see it, unless you make it public or send it.',
  create: 'Create',
  types: 'Type',
  typeAndCount: '{type} {count, number}',
  shelf: 'On the shelf',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older',
  none: {
    all: 'Nothing on the shelf yet.',
    older: 'Nothing older is here.',
    text: 'No texts yet. A letter to somebody, or to yourself years from now, is a good beginning.',
    image: 'No images yet. JPG, PNG or GIF: a room, a face, a page of handwriting.',
    video: 'No videos yet. MP4, MOV or AVI: a minute is often enough.',
    audio: 'No audio yet. MP3, WAV or OGG: a voice is what people miss first.',
    file: 'No documents yet. Whatever somebody will need one day: a deed, a list, a recipe.',
  },
  write: 'Write a letter',
  choose: 'Choose a file',
});

export const storageBar = catalogue('storage-bar', {
  used: '<strong>{used}</strong> of {limit} <soft>on the {plan} plan</soft>',
  label: 'Storage: {parts}',
  names: {
    text: 'Text',
    image: 'Image',
    video: 'Video',
    audio: 'Audio',
    file: 'File',
    coming: 'On its way in',
  },
  parts: {
    text: 'text {size}',
    image: 'image {size}',
    video: 'video {size}',
    audio: 'audio {size}',
    file: 'file {size}',
    coming: 'on its way in {size}',
  },
  beyond: '{size} more than fits the plan',
  free: '{size} free',
});
