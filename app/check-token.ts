const PATIENCE_MS = 8_000;

/**
 * Swaps a code for its token, or asks whether a token is still good; meanwhile the whole screen says so.
 * @returns the token to keep; null when the one that was kept opens nothing any more
 * @throws when nobody answers, or says anything else: what was kept stays
 */
export async function checkToken(code: string | undefined, token: string | null | undefined): Promise<string | null> {
  const screen = document.createElement('div');
  screen.className = 'checking';
  screen.role = 'status';
  screen.textContent = 'One moment…';
  document.body.append(screen);
  try {
    const response = await fetch(code ? `/api/auth/session?session_id=${code}` : '/api/auth/me', {
      headers: code ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // Read in any case: an answer that is left half-way keeps its connection until our patience ends.
    const answer = await response.json();
    if (!code && response.status === 401) return null;
    if (!response.ok) throw new Error(`The session token could not be checked: ${response.status}`);
    return code ? answer.session_token : (token ?? null);
  } finally {
    screen.remove();
  }
}
