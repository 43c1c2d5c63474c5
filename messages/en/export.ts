import { catalogue } from '../catalogue.ts';

/** The archive of everything that an owner saved: its texts and its list. */
export const exportTexts = catalogue('export', {
  list: 'Contents',
  archiveName: 'Stillhere, {day}',
  heading: 'Everything in your Stillhere account on {day}',
  notHere: 'Not in this archive:',
  here: 'In this archive:',
  entry: '{name}: {title}, {day}',
  record:
    '{record}: your record, everything that happened in your account. To check that nobody changed it, install Node.js and run: node {verifier} {record}',
  settings: '{settings}: your profile, the channels of your warnings, your tokens and webhooks, without their secrets',
  missing: {
    damaged: '{title}: it was changed or damaged in our storage. We know about it, and we’re looking into it.',
    away: '{title}: we couldn’t reach it. Nothing was lost. Please download everything again later.',
    'note-damaged':
      '{title}: the file is here, but a note with it may be missing. Something was changed or damaged in our storage.',
  },
  written: 'Written on {day}',
  saved: 'Added on {day}',
  away: 'We can’t reach your files right now. Nothing was lost. Please try again later.',
});

/** The page that gives it. */
export const exportPage = catalogue('export-page', {
  title: 'Download everything · Stillhere',
  heading: 'Download everything',
  lead: 'One ZIP with your letters as text, and your files as you saved them: about {size}.',
  list: 'A list says what is in it. Earlier versions of letters are not. A sealed item is a folder with the page that opens it. Your record is there too, with a program that checks it.',
  empty: 'There is nothing in your account yet.',
  missing: 'These can’t be in it, and the list will say so:',
  breaksOff:
    'If the download stops before its end, please start it again. If something is damaged, the list then names it.',
  password: 'Password',
  passwordHint: 'So that we know it’s you.',
  submit: 'Download the ZIP',
  back: 'Back',
  failed: 'Failed to download everything',
});
