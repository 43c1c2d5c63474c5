import { catalogue } from '../catalogue.ts';

/** The field for files. */
export const fileField = catalogue('file-field', {
  label: 'File',
  kinds: { image: 'JPG, PNG, GIF', video: 'MP4, MOV, AVI', audio: 'MP3, WAV, OGG', file: 'Any file' },
  left: '{kinds}. {left} of {limit} left.',
  again: 'Please choose the file again: browsers don’t keep it.',
  drop: '<drop>Drop it here, or </drop><choose>choose a file</choose>',
  dropMore: '<drop>Drop more here, or </drop><choose>choose another file</choose>',
});
