import { catalogue } from '../catalogue.ts';

/** Everything in a person's vault. */
export const contentList = catalogue('content-list', {
  title: 'Your vault · Stillhere',
  titleOfType: '{type} · Your vault · Stillhere',
  heading: 'Your vault',
  lead: 'Only you can see it, unless you make it public or send it.',
  create: 'Create',
  types: 'Type',
  typeAndCount: '{type} {count, number}',
  shelf: 'All items',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older',
  none: {
    all: 'Nothing here yet.',
    older: 'There are no older items.',
    text: 'No texts yet. You could begin with a letter to someone, or to yourself years from now.',
    image: 'No images yet. JPG, PNG or GIF: a room, a face, a page of handwriting.',
    video: 'No videos yet. MP4, MOV or AVI: a minute is often enough.',
    audio: 'No audio yet. MP3, WAV or OGG: a voice is what people miss first.',
    file: 'No documents yet. Add what someone will need one day: a deed, a list, a recipe.',
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
    coming: 'Uploading',
  },
  parts: {
    text: 'text {size}',
    image: 'image {size}',
    video: 'video {size}',
    audio: 'audio {size}',
    file: 'file {size}',
    coming: 'uploading {size}',
  },
  beyond: '{size} more than your plan includes',
  free: '{size} free',
});
