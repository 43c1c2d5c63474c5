/**
 * The token of calls, in this browser: swapped for the code that signing in leaves in the address, kept, looked at once
 * on each visit, and forgotten. Runs before the page does. Pages have their cookie and get along without it.
 */
const KEY = 'session_token';
const PATIENCE_MS = 8_000;

const code = /^#session_id=([\w-]+)/.exec(location.hash)?.[1];
// Before anything can read it, send it on or keep it: not even the history has it.
if (code) history.replaceState(history.state, '', location.pathname + location.search);
const token = stored();
if (code) check(`/api/auth/session?session_id=${code}`, {});
else if (token) check('/api/auth/me', { authorization: `Bearer ${token}` });

addEventListener(
  'submit',
  ({ target }) => {
    if ((target as Element).getAttribute('action') !== '/logout') return;
    keep(null);
    // If the form does not arrive, the next request says it.
    // biome-ignore lint/suspicious/noDocumentCookie: the only way that every browser has
    document.cookie = `signed_out=1; path=/; max-age=7776000; samesite=lax`;
  },
  true,
);

async function check(address: string, headers: Record<string, string>): Promise<void> {
  const screen = document.createElement('div');
  screen.className = 'checking';
  screen.role = 'status';
  screen.textContent = 'One moment…';
  document.body.append(screen);
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) {
      if (code) keep((await response.json())[KEY]);
    } else if (response.status === 401 && !code) keep(null);
    else console.warn('The session token could not be checked:', response.status);
  } catch (error) {
    console.warn('The session token could not be checked:', error);
  }
  screen.remove();
}

/** A browser can forbid to keep anything; then there is nothing to keep. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {}
}
