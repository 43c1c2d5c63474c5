import { catalogue } from '../catalogue.ts';

/** Codes from an app, and recovery codes, on /profile/security. */
export const codes = catalogue('codes', {
  app: {
    heading: 'Codes from an app',
    purpose: 'Asked after your password, on a new device.',
    on: 'On',
    since: 'Since {since}. {used}',
    used: 'Last used on {at}.',
    unused: 'Not used yet.',
    off: 'Off. Your password, or Google, signs in alone.',
    turnOn: 'Turn on',
    turnOff: 'Turn off<hidden> codes from an app</hidden>',
  },
  recovery: {
    heading: 'Recovery codes',
    purpose: 'For the day on which the phone is gone. Each works once.',
    left: '<strong>{left}</strong> of {all} left',
    drawn: '{left} of {all} recovery codes are left',
    made: 'Made on {date}. {used} New codes end the old ones.',
    used: 'Last used on {date}.',
    unused: 'None was used.',
    renew: 'Make ten new codes',
  },
  lost: {
    heading: 'If you lose your phone',
    recovery: 'With a recovery code you sign in at once, from any device.',
    checkIn:
      'A check-in never needs a code: the button in our emails works, and so does the page that asks for the code.',
  },
});

/** The page that turns codes on, and shows recovery codes the one time that they can be seen. */
export const codesPage = catalogue('codes-page', {
  title: 'Codes from an app · Stillhere',
  heading: 'Codes from an app',
  lead: 'After your password, a new device also asks for six digits from an app on your phone. Any app for such codes works.',
  scan: {
    heading: '1. Give the app its secret',
    text: 'Scan this square with the app. Or type the secret into it: based on time, six digits.',
    drawn: 'A square code with the secret for your app',
    secret: 'Secret',
  },
  confirm: {
    heading: '2. Type the code that it shows',
    code: 'Code from your app',
    submit: 'Turn on',
  },
  isOn: 'Codes from an app are on.',
  once: {
    title: 'Your recovery codes · Stillhere',
    heading: 'Save these ten recovery codes now',
    lead: 'This is the only time that you can see them. Each signs you in once, when your phone is gone.',
    label: 'Your recovery codes',
    print: 'Print this page with your browser, or copy the codes. Keep them apart from your phone.',
    kept: 'I have saved them',
  },
  back: 'Back to Security',
});

/** What the server answers to the forms. */
export const codesAnswers = catalogue('codes-answers', {
  notOn: 'Codes could not be turned on',
  off: 'Codes from an app are off',
  notOff: 'Codes could not be turned off',
  notMade: 'New recovery codes could not be made',
});
