const TIMEOUT_MS = 8_000;

/**
 * Exchanges a code for its token, or asks whether a token is still valid. Meanwhile the whole screen says so.
 * @returns the token to save; null when the saved one is no longer valid
 * @throws when nothing answers, or with anything else: then the saved token stays
 */
export async function checkToken(code: string | undefined, token: string | null | undefined): Promise<string | null> {
  const screen = document.createElement('div');
  screen.className = 'checking';
  screen.role = 'status';
  screen.textContent = document.body.dataset.moment ?? '';
  document.body.append(screen);
  try {
    const response = await fetch(code ? `/api/auth/session?session_id=${code}` : '/api/auth/me', {
      headers: code ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Read in any case: a response that is only half read occupies its connection until the timeout.
    const answer = await response.json();
    if (!code && response.status === 401) return null;
    if (!response.ok) throw new Error(`The session token could not be checked: ${response.status}`);
    return code ? answer.session_token : (token ?? null);
  } finally {
    screen.remove();
  }
}
