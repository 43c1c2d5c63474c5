import { catalogue } from '../catalogue.ts';

/** Why a change of the emergency protocol or of trusted contacts was refused. */
export const emergencyRefusals = catalogue('emergency-refusals', {
  released:
    'Your emergency protocol has ended: your emergency content has gone to your trusted contacts. Choose “I’m back” on the emergency page to start it again.',
  'nothing-to-pause': 'The protocol isn’t running, so there’s nothing to pause.',
  'changed-meanwhile': 'The protocol has just changed. Please try again.',
  rehearsing: 'A rehearsal is going on. Please wait until it has ended.',
  'own-address': 'This is your own address. A trusted contact has to be someone else.',
  'contact-twice': 'This address is already among your trusted contacts.',
  'too-many-contacts': 'You already have {max} trusted contacts. You can’t add more.',
  'test-arrived':
    'Your last test reached {name}. You can send another {days, plural, one {in a day} other {in # days}}.',
  'contact-stopped': '{name} asked us to send them nothing more, so we can’t send a test. Please ask them yourself.',
  'nothing-released': 'Your emergency protocol hasn’t ended, so there’s nothing to withdraw.',
});
