import type { RecordArea } from '#domain/record/kinds.ts';
import { catalogue } from '../catalogue.ts';

/** Tabs of the page, and the names of what an entry is about. */
export const recordAreas = catalogue('record-areas', {
  account: 'Account',
  content: 'Contents',
  delivery: 'Deliveries',
  protocol: 'Protocol',
  contact: 'Contacts',
} satisfies Record<RecordArea, string>);

/** The page /profile/record, without its sentences. */
export const recordPage = catalogue('record-page', {
  title: 'Record · Stillhere',
  heading: 'Record',
  profile: 'Profile',
  lead: 'Everything that happened here, in order. Nobody can change it without it showing, not even us.',
  since: 'Everything that happened here, in order, since {day}. Nobody can change it without it showing, not even us.',
  whole: 'Checked just now: {count, plural, one {# entry} other {# entries}}, none changed',
  broken: 'Entry {seq} is not as it was written',
  brokenNote: 'Something in our database was changed. Keep the exports that you have, and write to us.',
  how: 'Each entry carries the fingerprint of the one before it, so a change breaks the chain. Once a day we <link>publish</link> one fingerprint of all records together.',
  csv: 'Export as CSV',
  json: 'Export as JSON',
  verify: 'Check an export yourself',
  verifyHow:
    'Download the <link>checking program</link> and run it with Node.js: <code>node verify-record.mjs record.jsonl</code>. It needs no network. With <code>--root</code> and a published fingerprint it also finds a record that was rewritten as a whole.',
  filter: 'Filter the record',
  kinds: 'Kinds',
  all: 'All {count}',
  area: '{area} {count}',
  words: 'Words',
  from: 'From',
  until: 'Until',
  show: 'Show',
  none: 'Nothing in the record fits.',
  entry: 'Entry {seq}<hidden>: fingerprint</hidden>',
  kind: 'Kind',
  data: 'Details',
  before: 'Before',
  this: 'This one',
  older: 'Show older entries',
  to: 'To {recipient}',
  unknown: 'Something happened that this page has no words for.',
  today: 'Today',
});
