import { catalogue } from '../catalogue.ts';

/** For an owner who lost the phone with their codes, and every recovery code. */
export const lostPhone = catalogue('lost-phone', {
  begin: {
    heading: 'No phone, and no recovery code?',
    lead: 'You can sign in without a code in 72 hours. Until then, anyone who is really you can stop it.',
    told: 'We write to every address that we have of you, and show it on each device that is signed in. Each of them can stop it.',
    after: 'After 72 hours, we email you a link. With it and your password you sign in, and codes are turned off.',
    submit: 'Begin the 72 hours',
  },
  running: {
    heading: 'The 72 hours have begun.',
    lead: 'We email you the link on {at} (UTC), unless someone stops it.',
    stop: 'Have you found your phone, or a recovery code? Sign in with a code: that stops it, too.',
  },
  checkIn: 'You can check in as ever in the meantime, without a code.',
  back: 'Back to the code',
  stop: {
    heading: 'Stop it?',
    lead: 'Someone who knows the password of your account says that the phone with its codes is lost. If that wasn’t you, stop it now.',
    submit: 'Stop it',
    yours: 'If it was you, close this page. Then the 72 hours go on.',
  },
  stopped: {
    heading: 'It was stopped.',
    lead: 'No link is sent, and codes stay on. If it wasn’t you who began it, someone else knows your password: <forgot>choose a new one</forgot> now.',
  },
  over: {
    heading: 'Sign in without a code.',
    lead: 'The 72 hours have passed, and nobody stopped them. Type your password: then codes are turned off, and your recovery codes end.',
    password: 'Your password',
    submit: 'Sign in, and turn codes off',
    forgot: 'Forgot your password? <forgot>Choose a new one</forgot> first. This link stays valid.',
  },
  trouble: {
    heading: 'This link no longer works.',
    advice: 'It was used, or stopped, or is too old. <auth>Sign in</auth> to begin again.',
  },
});

/** What every page says while the wait runs. */
export const lostPhoneBanner = catalogue('lost-phone-banner', {
  words:
    'Someone who knows your password says that your phone is lost. On {at}, a link to your email will turn codes off.',
  stop: 'Stop it',
  stopped: 'It was stopped, and codes stay on. If it wasn’t you who began it, choose a new password',
  done: 'You’re signed in, and codes are off. Remove what was on the lost phone, and turn codes on again',
});
