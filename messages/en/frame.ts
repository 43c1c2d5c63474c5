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
  notLoaded: '<strong>We cannot reach your things just now.</strong> They are safe. Please try again in a moment.',
});

/** The page for an error. Its titles are by HTTP status; 0 is no answer at all. */
export const errorPage = catalogue('error-page', {
  titles: {
    0: 'We cannot reach Stillhere',
    400: 'We could not read that',
    401: 'You are signed out',
    403: 'That cannot be done from here',
    404: 'We looked, and found nothing',
    405: 'That cannot be done here',
    408: 'That came too slowly',
    409: 'That cannot be done any more',
    410: 'This is not here any more',
    413: 'That was more than we can take',
    429: 'A little later, please',
    503: 'We are not quite here',
  },
  otherTitle: 'Something went wrong',
  broken: 'Something broke on our side. Nothing is lost. Please try again in a moment.',
  notTaken: 'Nothing was changed. Please start again.',
  offline:
    'You seem to be offline, or we are away for a moment. Nothing is lost, and deliveries don’t need this device.',
  signIn: 'Sign In (new tab)',
  back: 'Back to Stillhere',
  contents: 'Your vault',
});

/** Said by the server on pages of many features. */
export const pageReplies = catalogue('page-replies', {
  noPage: 'There is no page at this address.',
  gone: 'This is not here any more',
  notLoaded: 'Error loading data',
  confirmEmail: 'Please confirm {email}: we’ve emailed you a link.',
  sendAgain: 'Resend email',
});
