import { catalogue } from '../catalogue.ts';

/** The page with the daily roots, for everyone. */
export const recordRoots = catalogue('record-roots', {
  title: 'Fingerprints of all records · Stillhere',
  heading: 'Fingerprints of all records',
  lead: 'Once a day we compute one fingerprint over the records of all accounts, and publish it here.',
  why: 'Keep a copy of one, or of this page. If we, or someone who broke in, rewrote a record later, its owner could show it: the fingerprint of an older day would no longer fit.',
  how: 'An export of a record names the fingerprint that covers it, and proves it. The program that checks exports compares the two.',
  program: 'Download the checking program',
  asJson: 'This list as JSON',
  none: 'There is none yet. The first one follows within a day.',
  caption: 'By day, in universal time',
  of: '{day}, {count, plural, one {# record} other {# records}}',
});

/** The mail with a daily root, to the operators' archive. */
export const recordRootMail = catalogue('record-root-mail', {
  subject: 'Stillhere: fingerprint of all records, {day}',
  preview: '{root}',
  heading: 'Fingerprint of all records',
  what: 'On {day}, one fingerprint covers {count, plural, one {# record} other {# records}}:',
  keep: 'Keep it where nobody who runs the database can change it. It shows later whether a record was rewritten.',
  label: 'See all fingerprints',
  why: ['We’re writing to you because your address is RECORD_ARCHIVE_EMAIL of this Stillhere.'],
});
