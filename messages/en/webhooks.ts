import { catalogue } from '../catalogue.ts';

/** The page of webhooks. */
export const webhooks = catalogue('webhooks', {
  title: 'Webhooks · Stillhere',
  heading: 'Webhooks',
  lead: 'We call an address of yours when something happens. A message has no titles, names or texts. <link>How to read and verify one</link>',
  none: 'You have no webhooks.',
  back: 'Back to security',
  list: 'Your webhooks',
  eventNames: {
    released: 'your emergency contents are sent',
    delivered: 'a delivery arrives',
    'check-in-missed': 'you miss a check-in',
    test: 'a test',
  },
  on: 'Called when {events}.',
  arrived: 'The last message arrived on {at}.',
  nothingYet: 'No message has arrived yet.',
  off: {
    gone: 'Switched off on {at}, because the program told us to stop. Send a test: if it arrives, the webhook is on again.',
    failing:
      'Switched off on {at}, because nothing arrived for three days. Send a test: if it arrives, the webhook is on again.',
  },
  log: 'Last messages',
  entry: {
    arrived: '{at}, {event}: arrived.',
    waiting: '{at}, {event}: waiting. Next try on {next}.',
    waitingAfter: '{at}, {event}: {result} Next try on {next}.',
    givenUp: '{at}, {event}: {result} We no longer try.',
    givenUpUntried: '{at}, {event}: not sent, because the webhook was off.',
  },
  eventLabels: {
    released: 'emergency contents sent',
    delivered: 'delivery arrived',
    'check-in-missed': 'check-in missed',
    test: 'test',
  },
  answered: 'your program answered {status}.',
  failures: {
    'no-address': 'its name has no address.',
    'address-refused': 'its name leads to an address that is not public.',
    'time-out': 'it did not answer within 10 seconds.',
    certificate: 'its certificate is not valid.',
    'no-connection': 'it could not be reached.',
  },
  test: 'Send a test<hidden> to {url}</hidden>',
  delete: 'Delete<hidden>: {url}</hidden>',
  add: 'Add a webhook',
  url: 'Address of your program',
  urlHint: 'It begins with https://',
  when: 'Call it when',
  submit: 'Add it',
  made: {
    heading: 'Copy the secret now',
    text: 'This is the only time that you can see it. With it, your program knows that a message is from us.',
    label: 'Secret of {url}',
  },
  password: 'A new password by email deletes every webhook.',
});

/** Why a webhook is not added or tested. */
export const webhookRefusals = catalogue('webhook-refusals', {
  'not-https': 'Please give an address that begins with https://',
  'with-password': 'An address with a name and password in front of its host doesn’t work here. Please leave them out.',
  'no-public-name':
    'Please give the public name of a machine, such as hooks.example.com. Addresses in numbers and names of private networks don’t work.',
  port: 'Please use port 443, or one from 1024 on.',
  'url-in-use': 'You already have a webhook with this address.',
  'too-many': 'You already have {max} webhooks. Delete one that you no longer use.',
  'too-many-tests': 'You can send {max} tests an hour. Please try again later.',
});

/** What the server answers to the forms. */
export const webhookAnswers = catalogue('webhook-answers', {
  notMade: 'The webhook could not be added',
  deleted: 'That webhook is gone',
  notDeleted: 'The webhook could not be deleted',
  tested: 'A test is on its way. Its result is shown here in a moment.',
  notTested: 'The test could not be sent',
});
