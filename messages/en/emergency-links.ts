import { catalogue } from '../catalogue.ts';

/** The page behind a warning's link, for the owner of a protocol. */
export const checkInLink = catalogue('check-in-link', {
  done: {
    heading: 'Thank you, {owner}.',
    lead: 'Your check-in is recorded.',
    'contacts-hear': 'Everybody who was told that we had not heard from you now hears that all is well.',
    'go-to-stillhere': 'Go to Stillhere',
  },
  open: {
    heading: 'Are you still here, {owner}?',
    submit: "Check In - I''m Still Here",
    note: 'One tap, and the {days} days start again. This page opens nothing of what you keep.',
    'contacts-know': 'Your trusted contacts know that we have not heard from you.',
    'nobody-told': 'Nobody else has been told.',
  },
  answered: {
    lead: 'You already checked in on {when}.',
    heading: 'You are still here.',
    'nothing-more': 'This link has done its work, and nothing more is needed.',
  },
  'asked-again': {
    heading: 'We have asked you again since.',
    advice:
      'This link was for that time. Please use the button in our newest email to you, or sign in: that is a check-in, too.',
    'sign-in': 'Sign in',
  },
  off: {
    heading: 'Your emergency protocol is off.',
    lead: 'Nobody is told anything, and nothing is sent.',
    advice: 'This link opens nothing any more. To switch it on again, <emergency>go to the emergency page</emergency>.',
  },
  released: {
    sent: 'What you set aside has been sent.',
    'nothing-sent': 'Your emergency protocol has run its course.',
    lead: 'Your emergency protocol was released, so a check-in does not stop it any more.',
    'lead-on': 'Your emergency protocol was released on {when}, so a check-in does not stop it any more.',
    advice:
      'If you read this, sign in and say that you are back. What has not been opened closes again, everybody who was told hears that all is well, and the protocol starts again.',
    'sign-in': 'Sign in: I’m back',
  },
  next: {
    asks: 'We ask you again on {when}, unless we hear from you before.',
    'not-running': 'Your emergency protocol is not running: we don’t count days and contact nobody. {steps}',
    'to-emergency': 'Go to the emergency page',
  },
});

/** The page behind the link of a notification, for a trusted contact. */
export const contactLink = catalogue('contact-link', {
  waiting: {
    heading: 'We have not heard from {owner}.',
    lead: '{owner} named you as a trusted contact: somebody to tell when there is no sign of life.',
    last: 'The last one was on {seen}. The {days} days that {owner} chose are over, and we wrote to you on {told}.',
    advice:
      'That does not mean that something has happened. If you can reach {owner}, please do: signing in to Stillhere, or the button in our emails, stops everything. Then we tell you, and this page says so.',
    'nothing-sent': 'Nothing has been sent.',
    'not-running': 'Nothing has been sent. Right now, nothing is set to be sent to you.',
    removed: '{owner} has taken you off the list since, so nothing is sent to you.',
  },
  released: {
    'sent-heading': 'What {owner} set aside has been sent.',
    'nothing-heading': 'We have still not heard from {owner}.',
    lead: 'We had not heard from {owner}, so we did what {owner} had asked of us.',
    'lead-on': 'We had not heard from {owner}, so on {when} we did what {owner} had asked of us.',
    sent: 'Look into your inbox at {email} for an email from Stillhere that names {owner}, also among the unwanted messages. It opens everything that is for you.',
    pending: 'An email from Stillhere that names {owner} is on its way to {email}.',
    failed:
      'Our email could not be delivered to {email}, or {owner} has taken it back. Please reply to the message that brought you here.',
    none: 'There was nothing in it for you, and there is nothing you need to do.',
    undelivered:
      'Something else that {owner} wanted delivered to somebody could not be. It is kept as it was. If you can reach {owner}, please do: after signing in, it can be tried again.',
  },
  ended: {
    heading: 'All is well.',
    well: 'We have heard from {owner} again.',
    'well-on': 'We have heard from {owner} again, on {when}.',
    off: '{owner} has been here and has switched the emergency protocol off.',
    'off-on': '{owner} has been here and has switched the emergency protocol off, on {when}.',
    advice:
      'There is nothing you need to do. Nothing more is sent to you. If something was sent that you have not opened, it is closed again.',
  },
  deleted: {
    heading: 'This account was deleted.',
    lead: 'Whoever had named you has closed their account at Stillhere.',
    advice: 'Nothing will be sent to you, and there is nothing you need to do.',
  },
});

/** What a link of the protocol shows in place of what was asked for. */
export const emergencyLinkTrouble = catalogue('emergency-link-trouble', {
  missing:
    'Please use the button in the message once more. The link of an account that was deleted opens nothing either.',
  ours: 'Your link stays good. Please try again in a few minutes. While we cannot be reached, no clock runs.',
});
