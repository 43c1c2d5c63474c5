import { catalogue } from '../catalogue.ts';

/** The page behind a warning's link, for the owner of a protocol. */
export const checkInLink = catalogue('check-in-link', {
  done: {
    heading: 'Thank you, {owner}.',
    lead: 'Your check-in is recorded.',
    'contacts-hear': 'We’re writing again to everyone who heard from us, to say that there was a check-in.',
    'go-to-stillhere': 'Go to Stillhere',
  },
  open: {
    heading: 'Are you still here, {owner}?',
    submit: "Check In - I''m Still Here",
    note: 'Press the button, and the {days} days start again. This page shows nothing from your vault.',
    'contacts-are-told': 'We’re now telling your trusted contacts that we haven’t heard from you.',
    'contacts-know': 'Your trusted contacts know that we haven’t heard from you.',
    'nobody-else': 'We haven’t written to anyone else.',
  },
  probe: {
    heading: 'This page can be reached.',
    lead: 'We open it once a minute, to know that check-ins reach us. It belongs to nobody’s account.',
  },
  answered: {
    lead: 'There was a check-in on {when}.',
    heading: 'Already checked in.',
    'nothing-more': 'This link has been used, and you don’t need to do anything more.',
  },
  'asked-again': {
    heading: 'We’ve asked you again since.',
    advice:
      'This link was for an earlier time. Please use the button in our newest email to you, or sign in: that’s a check-in, too.',
    'sign-in': 'Sign in',
  },
  off: {
    heading: 'Your emergency protocol is off.',
    lead: 'We don’t count days, and we contact nobody.',
    advice: 'This link no longer works. To switch it on again, <emergency>go to the emergency page</emergency>.',
  },
  released: {
    sent: 'What you set aside has been sent.',
    'nothing-sent': 'Your emergency protocol has ended.',
    lead: 'Your emergency protocol has ended, so a check-in can’t stop it.',
    'lead-on': 'Your emergency protocol ended on {when}, so a check-in can’t stop it.',
    advice:
      'If you’re reading this, sign in and tell us that you’re back. Unopened items are locked again, we write again to everyone who heard from us, and your protocol starts again.',
    'sign-in': 'Sign in: I’m back',
  },
  next: {
    asks: 'We’ll ask you again on {when}, unless we hear from you before.',
    'not-running': 'Your emergency protocol isn’t running: we don’t count days and contact nobody. {steps}',
    'to-emergency': 'Go to the emergency page',
  },
});

/** The page behind the link of a notification, for a trusted contact. `person` is the owner with their address. */
export const contactLink = catalogue('contact-link', {
  waiting: {
    heading: 'We haven’t heard from {owner}.',
    lead: '{person} asked Stillhere to write to you if our emails went unanswered and {days} days passed.',
    last: 'The last answer was on {seen}. We wrote to you on {written}.',
    advice:
      'This doesn’t mean that something has happened. People travel, fall ill or lose their phone. If you can, please call or visit {owner}.',
    stops:
      'To tell us that all is well, {owner} can sign in to Stillhere or press the button in our emails. We’ll then write to you, and this page will say so.',
    'nothing-sent': 'Nothing has been sent.',
    others: '{owner} also named {names}, and wants you to know of each other.',
    'not-running': 'Nothing has been sent. Right now, nothing is set to be sent to you.',
    removed: 'You’re no longer one of {owner}’s trusted contacts, so nothing will be sent to you.',
  },
  released: {
    'sent-heading': 'What {owner} set aside has been sent.',
    'nothing-heading': 'We still haven’t heard from {owner}.',
    lead: 'We got no answer from {person}, so we did what {owner} had asked us to do.',
    'lead-on': 'We got no answer from {person}. So on {when}, we did what {owner} had asked us to do.',
    sorry: 'If you have lost {owner}, we are sorry.',
    sent: 'Check your inbox at {email}, including your spam folder, for an email from Stillhere that names {owner}. It opens everything that was left for you.',
    pending: 'An email from Stillhere that names {owner} is on its way to {email}.',
    comes: 'Something was left for you. We will email it to {email} on {date}.',
    failed:
      'We couldn’t deliver our email to {email}, or it was withdrawn. Please reply to the message that brought you here.',
    undeliverable: 'We couldn’t deliver our email to {email}.',
    'open-lead': 'You don’t need that email: you can open it here, too.',
    open: 'See what was left for you',
    none: 'Nothing was left for you in it, and you don’t need to do anything.',
    undelivered:
      'We couldn’t deliver something that {owner} had left for someone else. We’re keeping it. If you can reach {owner}, please do: {owner} can sign in and try again.',
  },
  ended: {
    when: 'That was on {when}.',
  },
  deleted: {
    heading: 'This account was deleted.',
    lead: 'The person who named you no longer has an account at Stillhere.',
    advice: 'Nothing will be sent to you, and you don’t need to do anything.',
  },
});

/** What a link of the protocol shows in place of what was asked for. */
export const emergencyLinkTrouble = catalogue('emergency-link-trouble', {
  missing: 'Please press the button in the message again. If the account was deleted, its links no longer work.',
  ours: 'Your link stays valid. Please try again in a few minutes. While we can’t be reached, we send nothing to trusted contacts.',
});
