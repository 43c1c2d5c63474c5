import { catalogue } from '../catalogue.ts';

/** The settings of the emergency protocol. */
export const emergencySettings = catalogue('emergency-settings', {
  heading: 'Protocol Settings',
  preview: 'The line above moves as you change the numbers, before you save.',
  inactive: 'Days without a check-in',
  safety: 'Days between telling your contacts and sending',
  safetyHint: 'In these days you can still stop everything.',
  range: 'From {min} to {max}. It starts at {usual}.',
  active: 'Active',
  stopped: 'This is on, but something is missing.',
  switchHint: 'When this is off, we don’t count days and contact nobody.',
  save: 'Save Settings',
});
