import { catalogue } from '../catalogue.ts';

/** Said above a form that stays on its page, in the browser. */
export const formFallback = catalogue('form-fallback', {
  lost: 'We lost the connection. Nothing you wrote is lost. Please try again.',
  'signed-out':
    'Your session ended before we could save. Sign in in a new tab, then try again here. Nothing you entered is lost.',
});
