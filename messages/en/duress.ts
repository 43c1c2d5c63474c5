import { catalogue } from '../catalogue.ts';

/** The form beside every check-in button, for everyone and always. */
export const passwordCheckIn = catalogue('password-check-in', {
  summary: 'Check in with a password',
  note: 'You never need one. It does the same as the button.',
  password: 'Password',
  submit: 'Check in',
  title: 'Check in with a password · Stillhere',
  heading: 'Check in with a password',
  back: 'Back to Emergency',
});

/** Where an owner sets the second password. It never says whether there is one. */
export const duressPage = catalogue('duress-page', {
  title: 'If someone forces you · Stillhere',
  heading: 'If someone forces you to check in',
  lead: 'You can have a second password for “Check in with a password”. Anyone watching sees an ordinary check-in. This page looks the same whether you have one or not.',
  what: {
    heading: 'What happens when you use it',
    looks: 'The page, the dates and your record show a check-in. The emails to you stay as they are.',
    held: 'Nothing goes out: no release and no delivery, not even one you send now. Letters whose day comes meanwhile wait. Reminders to you, and the email to your contacts that you missed a check-in, go out as always.',
    told: 'One contact gets an email at once. It says that you may be in danger, that they must not call or write to you about it, and until when we hold everything.',
    ends: 'The hold ends after the days you choose, or when you end it below. What has become due goes out then. Before a release you are warned again, with all of your safety days. Your contact gets a second email. Your record tells of the hold only after it has ended and you save, remove or end something below with your account’s password.',
  },
  before: {
    heading: 'Before you set it',
    ask: 'Ask your contact first, where nobody can listen. They should know what the email means and what you want them to do.',
    limits:
      'It can’t hide that a letter did not go out: on its page it waits. If you remove this contact, or they stop our messages, the password still holds everything, and nobody is told.',
    knows:
      'Someone who has only this password can find out what it is: it doesn’t sign in, and it fails where we ask for your account’s password. Someone who knows your real password can end the hold and read of it in your record.',
    device: 'Don’t let your browser save it. Use it with “Check in with a password” only.',
  },
  set: {
    heading: 'Set or replace it',
    current: 'Your account’s password',
    new: 'Second password',
    newHint:
      'At least 6 characters, and not your account’s. If you later give your account the same one, it counts as your account’s.',
    contact: 'Who is told',
    choose: 'Choose a trusted contact',
    contactOf: '{name}, {email}',
    days: 'The hold lasts, in days',
    daysHint: 'From {min} to {max}. {usual} is a good number.',
    submit: 'Save',
    noContacts: 'You need a trusted contact for this. <link>Add one</link>',
  },
  remove: {
    heading: 'Remove it',
    text: 'A hold that runs goes on. If there is no second password, this changes nothing.',
    submit: 'Remove',
  },
  end: {
    heading: 'End a hold',
    text: 'Letters that are due go out at once, also those that someone made you schedule. You can’t delete such a delivery while it is held. To stop it, delete its item first. If nothing is held, this changes nothing.',
    submit: 'End the hold',
  },
  noPassword: 'Your account has no password: you sign in with Google. <link>Set one by email</link> to use this.',
  back: 'Back to Security',
});

/** The same after each of them. */
export const duressAnswers = catalogue('duress-answers', {
  done: 'Done',
  failed: 'Failed to save',
});

/** Why a second password can’t be saved. */
export const duressRefusals = catalogue('duress-refusals', {
  same: 'Choose a password that is not your account’s',
  'contact-gone': 'Choose one of your trusted contacts',
  'contact-stopped': 'This contact wants no messages from Stillhere. Choose another contact',
});
