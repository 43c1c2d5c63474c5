import { catalogue } from '../catalogue.ts';

/** Files that are picked and sent. The panel is loaded when the first file is. */
export const uploads = catalogue('uploads', {
  folder: 'A folder cannot be kept. Please drop the files in it.',
  remove: 'Remove<hidden> {name}</hidden>',
  cancel: 'Cancel<hidden> {name}</hidden>',
  again: 'Try again<hidden> {name}</hidden>',
  keepAsFile: 'Keep it as a File<hidden> {name}</hidden>',
  keepPrivate: 'Keep it private<hidden> {name}</hidden>',
  titleOf: 'Title<hidden> of {name}</hidden>',
  typeOf: 'Type<hidden> of {name}</hidden>',
  nameAndSize: '{name}, {size}',
  preview: 'Preview of {name}',
  upload: 'Upload',
  uploadOf: 'Upload of {name}',
  toKeep: '{count, plural, one {# thing to keep} other {# things to keep}}',
  stillToKeep: '{count, plural, one {# thing still to keep} other {# things still to keep}}',
  allKept: 'All of this is kept',
  someKept: '{count, plural, one {# of {all} is kept} other {# of {all} are kept}}',
  toSchedule: 'Go on to who it is for',
  toDashboard: 'Go on to the dashboard',
  leave: {
    heading: 'Leave while this is being kept?',
    text: 'What has not arrived whole is not kept. Stay until it is done, or leave and begin again another time.',
    stay: 'Stay',
    leave: 'Leave',
  },
});

/** How the upload of one file goes. */
export const uploadStates = catalogue('upload-states', {
  waiting: 'Waiting for its turn',
  keeping: {
    image: 'Keeping the image',
    video: 'Keeping the video',
    audio: 'Keeping the recording',
    file: 'Keeping the file',
  },
  sealing: 'All of it is here. It is being sealed.',
  sent: '{sent} of {size}',
  pace: {
    seconds: '{speed} a second, about {left, plural, one {# second} other {# seconds}} left',
    minutes: '{speed} a second, about {left, plural, one {# minute} other {# minutes}} left',
    hours: '{speed} a second, about {left, plural, one {# hour} other {# hours}} left',
  },
  cancelled: 'Cancelled. Nothing of this file was kept.',
  roomNow: 'There is room for it now.',
  connectionLost:
    'The connection was lost, and nothing of this file was kept. Everything is still here: please try again.',
  fault: 'Something went wrong on our side, and the file was not kept. Please try again in a moment.',
  announce: {
    start: 'Keeping {name}.',
    half: 'Half of {name} is sent.',
    kept: '{name}: kept.',
    cancelled: '{name}: cancelled.',
    refused: '{name}: {reason}',
  },
  outcome: {
    created: 'Content created successfully!',
    failed: 'Error creating content: {reason}',
    counted: '{kept, plural, one {# of {all} is kept.} other {# of {all} are kept.}}',
  },
});

/** Why a file is refused, or has another type than the chosen one. */
export const fileReasons = catalogue('file-reasons', {
  types: {
    image: 'A picture, so it is kept as an Image.',
    video: 'A video, so it is kept as a Video.',
    audio: 'A recording, so it is kept as Audio.',
    file: 'Neither a picture nor a video nor a recording, so it is kept as a File.',
  },
  typesOf: {
    image: '{name} is a picture, so it is kept as an Image.',
    video: '{name} is a video, so it is kept as a Video.',
    audio: '{name} is a recording, so it is kept as Audio.',
    file: '{name} is neither a picture nor a video nor a recording, so it is kept as a File.',
  },
  noTitle: 'Please enter a title',
  longTitle: 'A title can have {max} characters',
  empty: 'This file is empty. Please choose another.',
  beyondPlan: 'This needs {size}, and you keep {used} already: more than the {limit} of your plan.',
  noRoom: 'This needs {size}, and {left} of your {limit} are left.',
  tooLarge: 'It is larger than your whole vault, so removing something would not help.',
  tooLargeBut:
    'It is larger than your whole vault, so removing something would not help. There is room for it on {plan}.',
});
