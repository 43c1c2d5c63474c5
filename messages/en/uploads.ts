import { catalogue } from '../catalogue.ts';

/** Files that are picked and sent. The panel is loaded when the first file is. */
export const uploads = catalogue('uploads', {
  folder: 'Folders can’t be saved. Please drop the files in it instead.',
  remove: 'Remove<hidden> {name}</hidden>',
  cancel: 'Cancel<hidden> {name}</hidden>',
  again: 'Try again<hidden> {name}</hidden>',
  keepAsFile: 'Keep it as a File<hidden> {name}</hidden>',
  keepPrivate: 'Keep it private<hidden> {name}</hidden>',
  titleOf: 'Title<hidden> of {name}</hidden>',
  captionOf: 'Note for recipients<hidden> with {name}</hidden> (optional)',
  typeOf: 'Type<hidden> of {name}</hidden>',
  nameAndSize: '{name}, {size}',
  preview: 'Preview of {name}',
  upload: 'Upload',
  uploadOf: 'Upload of {name}',
  toKeep: '{count, plural, one {# file to save} other {# files to save}}',
  stillToKeep: '{count, plural, one {# file not saved yet} other {# files not saved yet}}',
  allKept: 'Everything is saved',
  someKept: '{count, plural, one {# of {all} is saved} other {# of {all} are saved}}',
  goOn: 'Go on',
  leave: {
    heading: 'Leave during the upload?',
    text: 'The upload hasn’t finished. If you leave, it will be cancelled.',
    stay: 'Stay',
    leave: 'Leave',
  },
});

/** What to know about a file before it is saved. */
export const fileNotes = catalogue('file-notes', {
  cameraName:
    '“{title}” is a name that a device gave. What would you call it? The people you send it to see the title.',
  seldomShown: {
    image:
      'Most browsers can’t show {format} files. Recipients see a copy of it, or a smaller picture, and can download the original.',
    video: 'Most browsers can’t play {format} files. Recipients see a still picture and can download the video.',
    audio: 'Most browsers can’t play {format} files. Recipients can download it and open it on their device.',
  },
  location:
    'If your camera saved the place where this was taken, we remove it from the copy that others get. You can allow it for recipients under Edit.',
});

/** How the upload of one file goes. */
export const uploadStates = catalogue('upload-states', {
  waiting: 'Waiting for its turn',
  keeping: {
    image: 'Uploading the image',
    video: 'Uploading the video',
    audio: 'Uploading the recording',
    file: 'Uploading the file',
  },
  sealing: 'Uploaded. We’re encrypting it.',
  sent: '{sent} of {size}',
  pace: {
    seconds: '{speed} a second, about {left, plural, one {# second} other {# seconds}} left',
    minutes: '{speed} a second, about {left, plural, one {# minute} other {# minutes}} left',
    hours: '{speed} a second, about {left, plural, one {# hour} other {# hours}} left',
  },
  cancelled: 'Cancelled. This file wasn’t saved.',
  roomNow: 'There is room for it now.',
  connectionLost: 'The connection was lost, so this file wasn’t saved. It’s still selected here. Please try again.',
  fault: 'Something went wrong on our side, and the file wasn’t saved. Please try again in a moment.',
  announce: {
    start: 'Uploading {name}.',
    half: '{name}: half uploaded.',
    kept: '{name}: saved.',
    cancelled: '{name}: cancelled.',
    refused: '{name}: {reason}',
  },
  outcome: {
    created: 'Content created successfully!',
    held: 'Content created successfully! Only you can see it until you share it on its page.',
    failed: 'Error creating content: {reason}',
    counted: '{kept, plural, one {# of {all} is saved.} other {# of {all} are saved.}}',
  },
});

/** Why a file is refused, or has another type than the chosen one. */
export const fileReasons = catalogue('file-reasons', {
  types: {
    image: 'A picture, so we’ll save it as an Image.',
    video: 'A video, so we’ll save it as a Video.',
    audio: 'A recording, so we’ll save it as Audio.',
    file: 'Not a picture, video or recording, so we’ll save it as a File.',
  },
  typesOf: {
    image: '{name} is a picture, so we’ll save it as an Image.',
    video: '{name} is a video, so we’ll save it as a Video.',
    audio: '{name} is a recording, so we’ll save it as Audio.',
    file: '{name} isn’t a picture, video or recording, so we’ll save it as a File.',
  },
  noTitle: 'Please enter a title',
  longCaption: 'Your note can have up to {max, number} characters',
  longTitle: 'A title can have up to {max} characters',
  empty: 'This file is empty. Please choose another.',
  beyondPlan: 'This needs {size}. You already use {used}, which is more than the {limit} of your plan.',
  noRoom: 'This needs {size}, and you have {left} of {limit} left.',
  tooLarge: 'It is larger than your whole vault, so deleting something wouldn’t help.',
  tooLargeBut: 'It is larger than your whole vault, so deleting something wouldn’t help. It fits on {plan}.',
});
