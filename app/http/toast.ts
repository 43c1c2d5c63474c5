import { createCookie, redirect } from 'react-router';

/** A short word about what just happened; the texts are those of spec.md section 8. */
export interface Toast {
  /** Tells one toast from the next with the same words. */
  id: string;
  kind: 'success' | 'error' | 'info';
  text: string;
}

const flash = createCookie('toast', { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60 });

/** @returns a toast to be shown */
export function toast(kind: Toast['kind'], text: string): Toast {
  return { id: crypto.randomUUID(), kind, text };
}

/** Goes on to another page, which shows the toast: without JavaScript as a line at its top. */
export async function redirectWithToast(
  to: string,
  message: Toast,
  headers: [string, string][] = [],
): Promise<Response> {
  const response = redirect(to);
  response.headers.append('set-cookie', await flash.serialize(message));
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}

/** @returns the toast that the last page left, and the header that takes it away; null when there is none */
export async function takeToast(request: Request): Promise<{ toast: Toast; header: string } | null> {
  const message = (await flash.parse(request.headers.get('cookie'))) as Toast | null;
  if (!message || typeof message.text !== 'string') return null;
  return { toast: message, header: await flash.serialize('', { maxAge: 0 }) };
}
