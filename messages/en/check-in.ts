import { catalogue } from '../catalogue.ts';

/** The check-in button's form, on /emergency and in the banner of every page (spec.md section 8). */
export const checkInTexts = catalogue('check-in', {
  recorded: 'Check-in recorded!',
  notRecorded: 'Failed to record check-in',
  retrying: 'This check-in isn’t recorded yet. Keep this page open: we try again when the connection is back.',
});
