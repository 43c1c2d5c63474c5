import { catalogue } from '../catalogue.ts';

/** The frame of pages without scripts, and what they show in place of what was asked for. */
export const staticPages = catalogue('static-pages', {
  description: 'Stillhere keeps what people leave for each other, and delivers it when it’s time.',
  'for-you': 'For you',
  /** In the foot; the foot of other pages has its own (public-frame.ts), so that those load no text of these. */
  genuine: 'Is a message really from us?',
  /** Names the choice for screen readers. */
  language: 'Language of this page',
  trouble: {
    'nothing-here': 'Page not found.',
    wait: 'Please wait a little.',
    'not-now': 'We can’t do that right now.',
    'did-not-work': 'That didn’t work.',
    'open-again': 'Nothing was changed. Please open the link in the message again, and use the button on its page.',
    'begin-again': 'Nothing was changed. Please start again from the page that you wanted.',
    'many-links':
      'Your network has sent us many links that aren’t valid. Please open yours from the message: then it will work.',
    ours: 'Something on our side isn’t working. Nothing was changed.',
    'link-stays': 'Your link stays valid. Please try again in a few minutes.',
  },
  file: {
    away: 'We can’t reach this file right now.',
    damaged: 'We can’t show this file.',
    missing: 'There’s no such file here.',
    gone: 'This file is no longer here.',
    'try-later': 'Nothing was lost. Please try again in a few minutes.',
    back: 'Back to Stillhere',
  },
  offline: {
    title: 'We can’t reach Stillhere',
    heading: 'We can’t reach Stillhere.',
    lead: 'This device seems to be offline, or we’re away for a moment.',
    safe: 'Everything in your vault is safe, and scheduled deliveries don’t wait for this device.',
    retry: 'Try again',
  },
  'to-stripe': {
    title: 'On to Stripe',
    heading: 'On to Stripe.',
    lead: 'The next page is Stripe’s, so that we never see your card.',
    go: 'Continue',
  },
  google: {
    forbidden: 'Google hasn’t confirmed this address.',
    conflict: 'This address is in use.',
    unavailable: 'Google isn’t answering.',
    missing: 'You can’t sign in this way here.',
    ours: 'Something on our side isn’t working.',
    'not-signed-in': '{explanation} You’re not signed in, and nothing was changed.',
    retry: 'Try again',
  },
});
