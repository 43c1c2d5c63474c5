import type { NamedDevice } from '#domain/accounts/device-name.ts';
import { catalogue } from '../catalogue.ts';

/** The devices from which people sign in, as their owners would call them. */
export const deviceTexts = catalogue('devices', {
  'browser-on': '{browser} on {system}',
  'program-on': 'A program on {system}',
  unknown: 'A browser or program we don’t recognise',
});

/** As they read in `{browser} on {system}`. */
export const systemNames = catalogue('systems', {
  iphone: 'an iPhone',
  ipad: 'an iPad',
  android: 'Android',
  windows: 'Windows',
  mac: 'a Mac',
  chromebook: 'a Chromebook',
  linux: 'Linux',
} satisfies Record<NonNullable<NamedDevice['system']>, string>);
