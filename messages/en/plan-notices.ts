import { catalogue } from '../catalogue.ts';

/** The notices about plans: a feature needs another plan, a plan has ended, the vault is full. Only the server says them. */
export const planNotices = catalogue('plan-notices', {
  seePlans: 'See plans',
  seePlan: 'See your plan',
  sending: 'Sending comes with {plans}',
  newSending: 'Something new to send comes with {plans}',
  howSendingWorks:
    'Choose a day, and on that day it goes out by {channels}. Your plan is {plan}: what you keep stays as it is, and nothing is sent.',
  whatIsScheduled:
    'Your plan is {plan} now. What is scheduled below still goes out, and you can change it, move it or take it back.',
  ended: {
    strong: 'Your plan is {plan} now',
    text: 'Everything you wrote is still here. Choose a plan beside this page, and send it once more when you are back.',
  },
  protocol: {
    strong: 'The emergency protocol comes with {plans}',
    text: 'With it we watch over the days, remind you, tell your contacts and send them what you set aside. Your plan is {plan}: you can prepare everything here, and nothing is counted.',
  },
  sharing: {
    strong: 'Public sharing comes with {count, plural, one {the {plans} plan} other {the {plans} plans}}',
    text: 'Your plan is {plan}: only you can see what you keep, and whoever you send it to.',
  },
  takenOut: {
    strong: 'We took this out of the gallery after a report',
    text: 'It stays private. If you think that is wrong, reply to any email of ours.',
  },
  pastDue: {
    strong: 'Your last payment did not go through',
    text: 'It is tried again over the next days, and everything goes on as it is.',
  },
});

/** After a plan has ended, and when the vault is full. */
export const smallerPlan = catalogue('smaller-plan', {
  strong: 'You are on the {plan} plan now',
  stays: {
    deliveries:
      '{count, plural, one {the delivery that waits goes out} other {the {count} deliveries that wait go out}}',
    protocol: 'your emergency protocol stays on',
    public: 'what you made public stays public',
    contents: 'everything you keep stays yours',
  },
  newDelivery: 'To schedule something new, choose {plans}.',
  newPublic: 'To share something new, choose {plans}.',
  full: {
    strong: 'Your vault is full',
    strongBeyond: 'Your vault holds more than the {plan} plan has room for',
    text: 'All of it stays yours to read, to send and to remove, and what is scheduled goes out. {newContent}',
    remove: 'To keep something new, remove something.',
    removeOrChoose: 'To keep something new, remove something, or choose {plan}, which holds {storage}.',
    removeBeyond: 'To keep something new, remove more than {size}.',
    removeBeyondOrChoose: 'To keep something new, remove more than {size}, or choose {plan}, which holds {storage}.',
  },
});
