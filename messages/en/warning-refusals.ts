import { catalogue } from '../catalogue.ts';

/** Why a change of the channels by which an owner is warned was refused. */
export const warningRefusals = catalogue('warning-refusals', {
  'own-address': 'Warnings go to this address already: it’s the email of your account. Please choose another one.',
  'no-such-number': 'Please enter the whole phone number, with + and its country code',
  'number-missing': 'Please enter your phone number first',
  'no-sms': 'We can’t send text messages here, so we can’t confirm a phone',
  'no-whatsapp': 'We can’t send warnings by WhatsApp here',
  'code-wrong': 'This isn’t the code that we sent last. Please look at the newest message.',
  'code-expired': 'This code is no longer valid. Save your channels again to get a new one.',
});
