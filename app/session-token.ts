/**
 * The token of calls, in this browser: swapped for the code that signing in leaves in the address, kept, looked at once
 * on each visit, and forgotten. Runs before the page does. Pages have their cookie and get along without it.
 */
const KEY = 'session_token';

const code = /^#session_id=([\w-]+)/.exec(location.hash)?.[1];
// Before anything can read it, send it on or keep it: not even the history has it.
if (code) history.replaceState(history.state, '', location.pathname + location.search);
const token = storage((kept) => kept.getItem(KEY));
// Visitors have neither, and do not load what they do not need.
if (code || token)
  import('./check-token.ts')
    .then(({ checkToken }) => checkToken(code, token))
    .then((checked) => {
      if (!checked) storage((kept) => kept.removeItem(KEY));
      else if (code) storage((kept) => kept.setItem(KEY, checked));
    })
    .catch(console.warn);

addEventListener(
  'submit',
  ({ target }) => {
    if ((target as Element).getAttribute('action') !== '/logout') return;
    storage((kept) => kept.removeItem(KEY));
    // If the form does not arrive, the next request says it.
    // biome-ignore lint/suspicious/noDocumentCookie: the only way that every browser has
    document.cookie = 'signed_out=1; path=/; max-age=7776000; samesite=lax';
  },
  true,
);

/** A browser can forbid to keep anything; then there is nothing to keep. */
function storage<T>(use: (kept: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {}
}
