import { catalogue } from '../catalogue.ts';

export const uploadTexts = catalogue('upload-texts', {
  /** spec.md section 5: a form for a file came without one. */
  'file-missing': 'Please select a file',
});
