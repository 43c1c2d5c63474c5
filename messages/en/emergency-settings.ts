import { catalogue } from '../catalogue.ts';

/** The settings of the emergency protocol. */
export const emergencySettings = catalogue('emergency-settings', {
  heading: 'Protocol Settings',
  preview: 'The timeline above changes as you type. Nothing is saved until you press Save Settings.',
  inactive: 'Days without a check-in',
  safety: 'Days between telling your contacts and sending',
  safetyHint: 'You can still stop everything during these days.',
  range: '{min} to {max} days. We suggest {usual}.',
  save: 'Save Settings',
});
