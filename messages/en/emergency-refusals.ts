import { catalogue } from '../catalogue.ts';

/** Why a change of the emergency protocol or of trusted contacts was refused. */
export const emergencyRefusals = catalogue('emergency-refusals', {
  released:
    'Your emergency protocol has been released: what you set aside has gone to your trusted contacts. Say “I’m back” on the emergency page, and it begins again.',
  'nothing-to-pause': 'The protocol is not running, so there is nothing to pause.',
  'changed-meanwhile': 'The protocol has changed meanwhile.',
  'own-address': 'This is your own address. A trusted contact is somebody else.',
  'contact-twice': 'This address is already among your trusted contacts.',
  'too-many-contacts': 'You have {max} trusted contacts, which is as many as there can be.',
  'nothing-released': 'Nothing was released.',
});
