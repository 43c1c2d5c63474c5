import { catalogue } from '../catalogue.ts';

/** Said above a form that stays on its page, in the browser. */
export const formFallback = catalogue('form-fallback', {
  lost: 'The connection was lost. Nothing you wrote was lost: please try again.',
  'signed-out': 'You are signed out. Sign in in another tab, then try again here: nothing you entered is lost.',
});
