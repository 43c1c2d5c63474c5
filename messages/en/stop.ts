import { catalogue } from '../catalogue.ts';

/** In the foot of each mail to a recipient or contact, before the address of the page. */
export const stopInMails = catalogue('stop-in-mails', { foot: 'To get nothing more from us:' });

/** /stop/:secret: where a recipient or contact says that they want nothing more, and can change their mind. */
export const stopPage = catalogue('stop-page', {
  heading: 'Do you want to hear from us again?',
  lead: 'Choose what you want. You don’t need an account, and we’ll do it at once.',
  person: {
    wanted: 'Nothing more from this person',
    wantedNamed: 'Nothing more from {sender}',
    stopped: 'You get nothing more from this person.',
    stoppedNamed: 'You get nothing more from {sender}.',
    undo: 'Let this person write to me again',
    undoNamed: 'Let {sender} write to me again',
  },
  stillhere: {
    wanted: 'Nothing more from Stillhere',
    ask: 'Do you want nothing more from Stillhere?',
    lost: 'Then nobody can send you anything with Stillhere. You would miss letters and files from everyone, even a last letter.',
    lostEmergency: 'If someone named you as a trusted contact, you would not hear from us in an emergency.',
    back: 'No, go back',
    stopped: 'You get nothing more from Stillhere.',
    undo: 'Let people write to me again',
  },
  done: 'Done.',
  told: 'If they try to send you something, we tell them that you asked for nothing more. What you have received stays yours: its links still work.',
  mind: 'You can change your mind on this page. Keep the email, so that you find it again.',
  missing: 'You can also reply to the email and tell us that you want nothing more.',
});
