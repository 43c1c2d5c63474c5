import { catalogue } from '../catalogue.ts';

/** On /profile/notifications. */
export const warningsLink = catalogue('warnings-link', {
  label: 'Get warnings by a second email, SMS or WhatsApp too',
});
