import { catalogue } from '../catalogue.ts';

/** The mails about whether a trusted contact can be reached. */
export const contactTestMails = catalogue('contact-test-mail', {
  test: {
    subject: 'A test from {owner}: does this email reach you?',
    heading: 'This is only a test.',
    headingNamed: '{contact}, this is only a test.',
    who: '{person} named you as a trusted contact at Stillhere and sent this test to see whether our emails reach you.',
    done: 'This email has reached you, so there’s nothing you need to do.',
    nothing: 'It doesn’t mean that anything has happened to {owner}.',
    later:
      'Stillhere keeps letters and files for people. If {owner} ever stops answering us, we will write to you from this address and tell you what happens next.',
    label: 'See what Stillhere is',
    why: 'We’re writing to you because {owner} gave Stillhere your address and chose “Send a test”.',
    reply: 'Reply to this email to reach {owner} at {email}.',
  },
  bounced: {
    subject: 'We can’t reach {contact}, your trusted contact',
    preview: 'Our email to {email} came back.',
    heading: 'We can’t reach {contact}.',
    what: 'We emailed {contact} at {email}, and the email came back. The address may be mistyped, or it may no longer be in use.',
    matters:
      'Until that’s corrected, {contact} won’t hear from us if you stop checking in. Please ask {contact} for the right address and change it.',
    label: 'Check the address',
    note: 'Then choose “Send a test”: your contacts page shows when it has arrived. We only email you about this address once.',
    why: 'We’re writing to you because {contact} is one of your trusted contacts.',
    reply: 'Reply to this email to reach us.',
  },
  stopped: {
    subject: '{contact}, your trusted contact, asked for no more emails',
    preview: 'We can no longer write to {contact} for you.',
    heading: '{contact} asked us for no more emails.',
    what: 'A link in an email to {email} was used to ask for no more emails from you, or from Stillhere. We don’t know the reason, and it may be a mistake.',
    matters:
      'Until {contact} changes that, we send {contact} nothing if you stop checking in: no news, no letters and no files.',
    others:
      'Your other trusted contacts still hear from us. If you have no other, your emergency protocol does not run.',
    ask: 'Please talk to {contact}, or choose someone else. {contact} can change this with the link at the end of an email from us.',
    label: 'See your trusted contacts',
    why: 'We’re writing to you because {contact} is one of your trusted contacts.',
    reply: 'Reply to this email to reach us.',
  },
});
