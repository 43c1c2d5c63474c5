import { expect, test } from 'vitest';
import { profileSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { placeOf } from '#domain/time/written.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { presentName, zonesWith } from '#domain/time/zone-names.ts';

/** Every name that the IANA replaced and this runtime still lists; from the file "backward" of 2026c. */
const OBSOLETE = [
  ...['Africa/Asmera', 'America/Buenos_Aires', 'America/Catamarca', 'America/Coral_Harbour', 'America/Cordoba'],
  ...['America/Godthab', 'America/Indianapolis', 'America/Jujuy', 'America/Louisville', 'America/Mendoza'],
  ...['Asia/Calcutta', 'Asia/Katmandu', 'Asia/Rangoon', 'Asia/Saigon', 'Atlantic/Faeroe', 'Europe/Kiev'],
  ...['Pacific/Enderbury', 'Pacific/Ponape', 'Pacific/Truk'],
];

test('the list has each zone by its present name, once, and names that this runtime knows', () => {
  const zones = zonesWith('Europe/Kiev');
  expect(zones.filter((zone) => OBSOLETE.includes(zone))).toEqual([]);
  expect(zones).toEqual(
    expect.arrayContaining(['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk', 'Europe/Lisbon']),
  );
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(new Set(zones).size).toBe(zones.length);
});

test.each(OBSOLETE)('%s has a present name with the same clocks', (zone) => {
  const clocks = (timeZone: string) =>
    [0, 6].map((month) => new Date(Date.UTC(2031, month, 4)).toLocaleString('en', { timeZone }));
  expect(presentName(zone)).not.toBe(zone);
  expect(clocks(presentName(zone))).toEqual(clocks(zone));
});

test('an old name is read and shown as the present one', () => {
  expect(['Europe/Kiev', 'Asia/Calcutta'].map((zone) => placeOf(presentName(zone)))).toEqual(['Kyiv', 'Kolkata']);
  const typed = { email: 'a@example.com', password: 'stillhere', name: 'Ana', time_zone: 'Asia/Calcutta' };
  expect(signUpSchema.parse(typed).time_zone).toBe('Asia/Kolkata');
  expect(profileSchema.parse({ name: 'Ana', time_zone: 'Europe/Kiev' }).time_zone).toBe('Europe/Kyiv');
});
