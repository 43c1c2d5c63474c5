import { catalogue } from '../catalogue.ts';

/** The types of content (spec.md section 2). */
export const contentTypes = catalogue('content-types', {
  names: { text: 'Text', image: 'Image', video: 'Video', audio: 'Audio', file: 'File' },
});
