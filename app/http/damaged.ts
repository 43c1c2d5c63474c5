/** Said of a file that is not what was sealed: by pages, to programs, and where it would have been seen or heard. */
export const DAMAGED_FILE =
  'This file was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.';

/** The same of a letter, or of a title. */
export const DAMAGED =
  'Something here was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.';
