import { expect, test } from 'vitest';
import { countryOfZone, phoneCountries, readPhone } from '#services/deliveries/phone.ts';

test.each([
  ['+351 912 000 417', null, '+351912000417', '+351 912 000 417'],
  ['912 000 417', 'PT', '+351912000417', '+351 912 000 417'],
  ['(0151) 234-567.89', 'DE', '+4915123456789', '+49 1512 3456789'],
  ['00351912000417', 'PT', '+351912000417', '+351 912 000 417'],
  // Its own country code counts for more than the country that was left chosen.
  ['+55 11 96123-4567', 'PT', '+5511961234567', '+55 11 96123 4567'],
])('%s, with %s chosen, is %s, shown as %s', (text, country, number, grouped) => {
  expect(readPhone(text, country)).toMatchObject({ number, grouped });
});

test.each([
  ['912 000 417', null],
  ['912 000 417', 'XX'],
  ['+351 912', null],
  ['+351 912 000 417 000', 'PT'],
  ['+999 123 456 789', null],
  ['call me', 'PT'],
  ['', 'PT'],
])('%s, with %s chosen, is no number', (text, country) => {
  expect(readPhone(text, country)).toBeNull();
});

test.each([
  ['Europe/Lisbon', 'PT'],
  ['America/Sao_Paulo', 'BR'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['UTC', null],
  ['Mars/Olympus', null],
])('the clocks of %s are those of %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

test('every country can be chosen, by its English name', () => {
  const countries = phoneCountries();
  expect(countries).toContainEqual({ code: 'PT', name: 'Portugal', calling: '+351' });
  expect(countries.length).toBeGreaterThan(200);
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
});
