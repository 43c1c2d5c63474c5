/** For a damaged file: on pages, in the API, and in place of a picture or player. */
export const DAMAGED_FILE =
  'This file was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.';

/** For a damaged letter or title. */
export const DAMAGED =
  'Something here was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.';
