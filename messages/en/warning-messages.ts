import { catalogue } from '../catalogue.ts';

/** Messages to an owner's phone. A link follows each, except the code. */
export const warningTexts = catalogue('warning-messages', {
  missed:
    'Stillhere: {name}, you missed your check-in, and we’re telling your trusted contacts. Check in to stop everything:',
  'last-call': 'Stillhere: {name}, this is our last reminder. Check in to stop everything:',
  again:
    'Stillhere: {name}, we couldn’t be reached for a while, so we’re writing again. Are you still here? Please check in:',
  held: 'Stillhere: {name}, a trusted contact says that they’ve heard from you, so nothing is sent for now. Are you well? Check in to stop everything:',
  raised:
    'Stillhere: {name}, a trusted contact says that something has happened to you. Check in if you’re well, and nothing more happens:',
  released:
    'Stillhere: {name}, your emergency protocol has ended, and what you set aside is on its way. Tell us that you’re back:',
  'lost-phone':
    'Stillhere: {name}, someone with your password says that your phone is lost, and can sign in without a code in 72 hours. If it isn’t you, stop it:',
  test: 'Stillhere: {name}, this is only a test. Warnings of your emergency protocol will reach you here. Your channels:',
  code: 'Your Stillhere code: {code}. It works for {minutes} minutes. If you didn’t ask for it, ignore this message.',
});

/** Emails to an owner's addresses about where warnings go. */
export const warningMails = catalogue('warning-mails', {
  code: {
    subject: 'Your Stillhere code: {code}',
    preview: 'Enter it on the page of your warnings. It works for {minutes} minutes.',
    heading: 'Your code: {code}',
    what: 'Someone entered this address at Stillhere to get warnings there too. If it was you, enter the code on the page where you chose the address.',
    life: 'The code works once, within {minutes} minutes.',
    label: 'Enter the code',
    note: 'If it wasn’t you, you don’t need to do anything. Without the code, we send nothing to this address.',
    why: ['We’re writing to you because someone entered this address at Stillhere.', 'Questions? Reply to this email.'],
  },
  test: {
    subject: 'Only a test: warnings reach you here',
    preview: 'Nothing has happened. You asked us to try this address.',
    heading: '{name}, this is only a test.',
    what: 'Nothing has happened. You asked us for a test warning. The warnings of your emergency protocol will come to this address.',
    label: 'See your channels',
    why: ['We’re writing to you because you asked for this test.', 'Questions? Reply to this email.'],
  },
});
