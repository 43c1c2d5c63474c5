import { catalogue } from '../catalogue.ts';

/** What every page of a signed-in person loads: the navigation, toasts, and words that many pages share. */
export const frame = catalogue('frame', {
  skip: 'Skip to the page',
  notices: 'Notices',
  dismiss: 'Dismiss',
  close: 'Close',
  moment: 'One moment…',
  newTab: '(opens in a new tab)',
  untitled: 'Untitled',
  again: 'Try again',
  /** In the tab of the browser. */
  title: '{title} · Stillhere',
  navigation: {
    main: 'Main',
    places: 'Places',
    menu: 'Menu',
    logout: 'Logout',
    dashboard: 'Dashboard',
    shared: 'Shared',
    create: 'Create',
    schedule: 'Schedule',
    emergency: 'Emergency',
    pricing: 'Pricing',
    profile: 'Profile',
  },
  notLoaded: '<strong>We can’t reach your items right now.</strong> They’re safe. Please try again in a moment.',
});

/** The page for an error. Its titles are by HTTP status; 0 is no answer at all. */
export const errorPage = catalogue('error-page', {
  titles: {
    0: 'We can’t reach Stillhere',
    400: 'We couldn’t read that',
    401: 'You’re signed out',
    403: 'You can’t do that here',
    404: 'Page not found',
    405: 'You can’t do that here',
    408: 'That took too long',
    409: 'That isn’t possible now',
    410: 'This is no longer here',
    413: 'That was too large',
    429: 'Please try again later',
    503: 'We can’t do that right now',
  },
  otherTitle: 'Something went wrong',
  broken: 'Something broke on our side. Nothing is lost. Please try again in a moment.',
  notTaken: 'Nothing was changed. Please start again.',
  offline: 'You seem to be offline, or we’re away for a moment. Nothing is lost.',
  signIn: 'Sign In (new tab)',
  back: 'Back to Stillhere',
  contents: 'Your vault',
});

/** Said by the server on pages of many features. */
export const pageReplies = catalogue('page-replies', {
  noPage: 'There’s no page at this address.',
  gone: 'This is no longer here',
  notLoaded: 'Error loading data',
  confirmEmail: 'Please confirm {email}: we’ve emailed you a link.',
  sendAgain: 'Resend email',
});
