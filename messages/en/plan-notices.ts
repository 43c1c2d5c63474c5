import { catalogue } from '../catalogue.ts';

/** The notices about plans: a feature needs another plan, a plan has ended, the vault is full. Only the server says them. */
export const planNotices = catalogue('plan-notices', {
  seePlans: 'See plans',
  seePlan: 'See your plan',
  sending: 'Sending comes with {plans}',
  newSending: 'Sending something new comes with {plans}',
  howSendingWorks:
    'Your letters and files are saved. To send one by {channels} on a day you choose, change from {plan} to one of these plans.',
  whatIsScheduled: 'You’re on {plan} now. The deliveries below still go out, and you can change or delete them.',
  ended: {
    strong: 'You’re on {plan} now',
    text: 'Nothing you typed is lost. Choose a plan (it opens in a new tab), then come back and send this form again.',
  },
  protocol: {
    strong: 'The emergency protocol comes with {plans}',
    text: 'With it, we count the days, remind you, tell your contacts and send them what you chose. You’re on {plan}: you can prepare everything here, but it won’t run.',
  },
  sharing: {
    strong: 'Public sharing comes with {count, plural, one {the {plans} plan} other {the {plans} plans}}',
    text: 'You’re on {plan}: only you and the people you send it to can see it.',
  },
  takenOut: {
    strong: 'We took this out of the gallery after a report',
    text: 'It stays private. If you think that’s wrong, reply to any of our emails.',
  },
  pastDue: {
    strong: 'Your last payment didn’t go through',
    text: 'We’ll try again over the next few days. Until then, nothing changes.',
  },
});

/** After a plan has ended, and when the vault is full. */
export const smallerPlan = catalogue('smaller-plan', {
  strong: 'You’re on the {plan} plan now',
  stays: {
    deliveries:
      '{count, plural, one {your scheduled delivery still goes out} other {your {count} scheduled deliveries still go out}}',
    protocol: 'your emergency protocol stays on',
    public: 'what you made public stays public',
    contents: 'everything you’ve saved stays yours',
  },
  newDelivery: 'To schedule something new, choose {plans}.',
  newPublic: 'To share something new, choose {plans}.',
  full: {
    strong: 'Your vault is full',
    strongBeyond: 'Your vault holds more than the {plan} plan includes',
    text: 'You can still read and delete everything, and what you’ve scheduled still goes out. {newContent}',
    remove: 'To add something, delete something first.',
    removeOrChoose: 'To add something, delete something first, or choose {plan}, which includes {storage}.',
    removeBeyond: 'To add something, delete more than {size} first.',
    removeBeyondOrChoose:
      'To add something, delete more than {size} first, or choose {plan}, which includes {storage}.',
  },
});
