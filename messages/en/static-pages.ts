import { catalogue } from '../catalogue.ts';

/** The frame of pages without scripts, and what they show in place of what was asked for. */
export const staticPages = catalogue('static-pages', {
  description: 'Stillhere keeps what people leave for each other, and brings it when it is time.',
  'for-you': 'For you',
  trouble: {
    'nothing-here': 'There is nothing at this address.',
    wait: 'Please wait a little.',
    'not-now': 'We cannot do that at this moment.',
    'did-not-work': 'That did not work.',
    'open-again': 'Nothing was changed. Please open the link in the message again, and use the button on its page.',
    'begin-again': 'Nothing was changed. Please begin again from the page that you wanted.',
    'many-links': 'Many links that open nothing came from where you are. The one in your message is not one of them.',
    ours: 'Something on our side is not working. Nothing was changed.',
    'link-stays': 'Your link stays good. Please try again in a few minutes.',
  },
  file: {
    away: 'We cannot reach this file just now.',
    damaged: 'We refuse to show this file.',
    missing: 'There is no such file here.',
    gone: 'This file is no longer here.',
    'try-later': 'Nothing was lost. Please try again in a few minutes.',
    back: 'Back to Stillhere',
  },
  offline: {
    title: 'We cannot reach Stillhere',
    heading: 'We cannot reach Stillhere.',
    lead: 'This device seems to be offline, or we are away for a moment.',
    safe: 'What you keep is safe, and what is scheduled does not wait for this device.',
    retry: 'Try again',
  },
  'to-stripe': {
    title: 'On to Stripe',
    heading: 'On to Stripe.',
    lead: 'The next page is kept by Stripe, so that we never see your card.',
    go: 'Go on',
  },
  google: {
    forbidden: 'Google does not vouch for this address.',
    conflict: 'This address is in use.',
    unavailable: 'Google does not answer.',
    missing: 'There is no such way in here.',
    ours: 'Something on our side is not working.',
    'not-signed-in': '{explanation} You are not signed in, and nothing was changed.',
    retry: 'Try again',
  },
});
