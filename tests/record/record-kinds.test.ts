/** Each kind has a sentence and an area, and whatever changes an account's rows records it. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_RECORD_KINDS, kindsOf, RECORD_AREAS, RECORD_KINDS } from '#domain/record/kinds.ts';
import { recordAreas } from '#messages/en/record-page.ts';
import { recordSentences } from '#messages/en/record-sentences.ts';
import { sayAll } from '#messages/say.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('every kind has a sentence of its own, and every area a name', () => {
  const sentences = sayAll(recordSentences);
  expect(Object.keys(sentences).sort()).toEqual([...ALL_RECORD_KINDS].sort());
  for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
  expect(new Set(Object.values(sentences)).size).toBe(ALL_RECORD_KINDS.length);
  expect(Object.keys(recordAreas)).toEqual(RECORD_AREAS);
});

test('a filter is an area or one of its kinds', () => {
  expect(kindsOf('contact')).toEqual(RECORD_KINDS.contact);
  expect(kindsOf('contact-added')).toEqual(['contact-added']);
  expect(kindsOf('contacts')).toBeNull();
});

/** Where what happens to people is saved. */
const TABLES =
  'users|sessions|known_devices|identities|pictures|subscriptions|trusted_contacts|emergency_protocols|contents|content_versions|parcels|deliveries|api_tokens|passkeys|totp_factors|recovery_codes|emergency_plan_items|warning_channels|rehearsals|webhooks|duress_holds';
const WRITES = new RegExp(`(insertInto|updateTable|deleteFrom)\\('(${TABLES})( as \\w+)?'\\)`);
const RECORDS = /\brecord\(|appendTimeline\(|DeliveryChanges/;

/** Files that write these tables and record nothing, by reason. */
const RECORDS_NOTHING: Readonly<Record<string, string>> = {
  'services/accounts/delete-account.ts': 'the record goes with its account',
  'services/accounts/exchange-codes.ts': 'a second secret of a session that is recorded already',
  'services/backup/tables.ts': 'restores a backup, with its record',
  'services/contents/parcels.ts': 'the caller records what it saves',
  'services/crypto/person-key.ts': 'wraps a key anew: nothing that anyone can see changes',
  'services/deliveries/engine-sync.ts': 'what the engine knows; and deletes what was deleted long ago',
  'services/deliveries/revoke-links.ts': 'the caller records why',
  'services/emergency/availability.ts': 'the clock of all protocols',
  'services/emergency/engine-runs.ts': 'what the engine knows',
  'services/emergency/protocol-row.ts': 'the first row of a protocol, which is off',
  'services/emergency/shift-instants.ts': 'instants move with the clock of the database',
  'services/notices/note-opening.ts': 'lets what waits go out earlier',
  'services/subscription/reconcile-daily.ts': 'when a plan was compared',
};

/** @returns the files that write rows of people and record nothing */
function silentIn(sources: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(sources).filter(([, source]) => WRITES.test(source) && !RECORDS.test(source));
  return files.map(([path]) => path).sort();
}

test('each file of services that writes what happens to people records it, or says here why not', () => {
  const paths = globSync('services/**/*.ts', { cwd: ROOT });
  const sources = paths.map((path) => [path, readFileSync(resolve(ROOT, path), 'utf8')] as const);
  expect(silentIn(Object.fromEntries(sources))).toEqual(Object.keys(RECORDS_NOTHING));
});

test('this check finds a file that is silent, and none that records', () => {
  const write = "query(tx).updateTable('deliveries as d').set({})";
  expect(silentIn({ a: write, b: `${write}; record(tx, id, 'x')`, c: "updateTable('jobs')" })).toEqual(['a']);
});
