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
  'alternate-same': 'The second address has to be another one.',
  'too-many-contacts': 'You already have {max} trusted contacts. You can’t add more.',
  'test-arrived':
    'Your last test reached {name}. You can send another {days, plural, one {in a day} other {in # days}}.',
  'contact-stopped': '{name} asked us to send them nothing more, so we can’t send a test. Please ask them yourself.',
  'plan-content-unknown': 'A plan is about your emergency content. One of these items isn’t among it.',
  'plan-contact-unknown': 'A plan is about your trusted contacts. One of these people isn’t among them.',
  'plan-witness': '{name} is a witness, so they never receive content.',
  'plan-item-twice': 'The plan has the same item twice for one person.',
  'too-few-contacts':
    '{contacts, plural, =0 {You have no trusted contacts, so nobody can confirm.} one {You have one trusted contact. Please enter 0 or 1.} other {You have # trusted contacts. Please enter at most #.}}',
  'nothing-to-say': 'This has changed meanwhile. Please look at this page again.',
  'nothing-released': 'Your emergency protocol hasn’t ended, so there’s nothing to withdraw.',
});
