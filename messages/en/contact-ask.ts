import { catalogue } from '../catalogue.ts';

/** The mails about whether a trusted contact accepts. */
export const contactAskMails = catalogue('contact-ask-mails', {
  asked: {
    subject: '{owner} asks you to be a trusted contact',
    heading: '{owner} asks you to be a trusted contact.',
    headingNamed: '{contact}, {owner} asks you to be a trusted contact.',
    who: '{person} uses Stillhere, which keeps letters and files for people, and has named you as a trusted contact.',
    nothing: 'Nothing has happened to {owner}. This is only a question.',
    means: {
      recipient:
        'If {owner} ever stops answering us, we write to you and tell you what happens next. You may also receive something that {owner} left for you.',
      witness:
        'If {owner} ever stops answering us, we write to you and tell you what happens next. You would receive nothing else.',
    },
    label: 'Read and answer',
    note: 'You can say yes or no, or tell us that your address is another one. You don’t need an account or a password.',
    why: 'We’re writing to you because {owner} gave Stillhere your address and chose to ask you.',
    reply: 'Reply to this email to reach {owner} at {email}.',
  },
  check: {
    subject: 'Are these still the right addresses?',
    preview:
      'Once a year, we ask about the {count, plural, one {address} other {# addresses}} of your trusted contacts.',
    named: 'You named these people as your trusted contacts: {people}.',
    matters:
      'If you ever stop answering us, Stillhere writes to these addresses. If one is no longer right, please change it.',
    nothing: 'If they’re all right, you don’t need to do anything.',
    label: 'See your trusted contacts',
    why: 'We’re writing to you because you have trusted contacts. We ask once a year.',
    reply: 'Reply to this email to reach us.',
  },
  answered: {
    subject: '{contact}, your trusted contact, has answered',
    heading: '{contact} has answered.',
    said: '{answer, select, accepted {{contact} accepts being your trusted contact.} other {{contact} does not want to be your trusted contact.}}',
    other: '{contact} says that {email} is not the best address, and gave {other} instead.',
    check:
      'Nothing has changed yet. If you’re sure that this is {contact}, use the new address. If not, ask {contact} yourself.',
    next: '{answer, select, declined {Nothing has changed yet: {contact} would still hear from us. Please talk to {contact}, or choose someone else.} accepted {You don’t need to do anything.} other {You can change this at any time.}}',
    label: 'See this contact',
    why: 'We’re writing to you because you asked {contact}.',
    reply: 'Reply to this email to reach us.',
  },
});

/** /contact/:secret/answer: the page for a contact who was asked. `person` is the owner with their address. */
export const contactAskPage = catalogue('contact-ask-page', {
  heading: '{owner} asks you to be a trusted contact.',
  lead: '{person} named you as a person to tell if {owner} ever stops answering us.',
  nothing: 'Nothing has happened to {owner}.',
  means: {
    recipient: 'If that day comes, we write to you first. Later you may receive something that {owner} left for you.',
    witness: 'If that day comes, we write to you. {owner} chose that you receive nothing else.',
  },
  free: 'It costs nothing, and you don’t need an account.',
  accept: 'Yes, I accept',
  decline: 'No, please not me',
  other: 'My address is another one',
  email: 'Your email address',
  send: 'Send this address',
  wrong: 'Please enter a valid email address',
  answers: {
    none: 'You have not answered yet.',
    accepted: 'You said yes. Thank you. We have told {owner}.',
    declined: 'You said no. We have told {owner}, who decides what happens now.',
  },
  proposed: 'You gave the address {email}. {owner} decides whether we use it.',
  mind: 'You can change your answer here at any time. Keep the email, so that you find this page again.',
  missing: 'This person may have changed their trusted contacts. You don’t need to do anything.',
});
