/**
 * The token for API calls, in this browser. It is exchanged for the code that signing in leaves in the address, saved,
 * checked once on each visit, and removed. Runs before the page does. Pages need only their cookie.
 */
const KEY = 'session_token';

const code = /^#session_id=([\w-]+)/.exec(location.hash)?.[1];
// Before anything can read, send or save it: not even the history has it.
if (code) history.replaceState(history.state, '', location.pathname + location.search);
const token = storage((saved) => saved.getItem(KEY));
// Visitors have neither, and do not load what they do not need.
if (code || token)
  import('./check-token.ts')
    .then(({ checkToken }) => checkToken(code, token))
    .then((checked) => {
      if (!checked) storage((saved) => saved.removeItem(KEY));
      else if (code) storage((saved) => saved.setItem(KEY, checked));
    })
    // The saved token stays. The console names a request that failed; leaving the page is no failure.
    .catch(() => {});

addEventListener(
  'submit',
  ({ target }) => {
    if ((target as Element).getAttribute('action') !== '/logout') return;
    storage((saved) => saved.removeItem(KEY));
    // If the form does not arrive, the next request says it.
    // biome-ignore lint/suspicious/noDocumentCookie: the only API that every browser has
    document.cookie = 'signed_out=1; path=/; max-age=7776000; samesite=lax';
  },
  true,
);

/** @returns undefined where the browser forbids storage */
function storage<T>(use: (saved: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {}
}
