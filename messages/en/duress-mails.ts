import { catalogue } from '../catalogue.ts';

/** The mails to the one contact who is told of a duress check-in. Others may look over their shoulder: the subject says little. */
export const duressMails = catalogue('duress-mails', {
  subject: 'About {owner}: please read this alone',
  alone:
    '{person} chose you at Stillhere for this email. It is for you only: please read on when nobody else can see your screen.',
  began: {
    heading: '{owner} may be in danger.',
    headingNamed: '{contact}, {owner} may be in danger.',
    who: '{owner} has a second password for checking in, to be used under threat. It was used on {when}. Anyone watching saw an ordinary check-in.',
    quiet: 'Do not call or write to {owner} about this email. Someone else may be listening, or reading along.',
    help: 'If you think that {owner} is in danger, call the police or the emergency number and say what you know. If not, find a way to see {owner} alone, for an everyday reason.',
    held: 'Until {until}, Stillhere sends nothing of what {owner} left, to you or to anyone else. {owner} can end this sooner, with another password.',
    others:
      'Other emails from us may say that {owner} has answered. These go out as always, and do not mean that {owner} is safe.',
    note: '{owner} sees nothing of this email. If others read your email, delete it.',
  },
  ended: {
    heading: 'Stillhere no longer holds back what {owner} left.',
    headingNamed: '{contact}, Stillhere no longer holds back what {owner} left.',
    what: 'On {began}, the second password of {owner} was used, which is for a threat.',
    how: '{by, select, owner {On {when}, someone ended this with the real password of {owner}.} other {This ended on {when}, after as many days as {owner} had chosen.}}',
    next: 'What was due goes out now; the rest goes out on its dates. You don’t need to do anything for us.',
    unsure:
      'We cannot see who it was, or whether {owner} is safe. If you are not sure, do not write about it: find a way to see {owner} alone.',
  },
  label: 'See what Stillhere is',
  why: 'We’re writing to you because {owner} gave Stillhere your address and chose you, and nobody else, for this email.',
  reply: 'A reply to this email reaches Stillhere, and not {owner}.',
});
