import { createCookie, redirect } from 'react-router';
import { pageReplies } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';

const KINDS = ['success', 'error', 'info'] as const;

/** A short message about what just happened; spec.md section 8 has the texts. */
export interface Toast {
  /** Distinguishes two toasts with the same text. */
  id: string;
  kind: (typeof KINDS)[number];
  text: string;
  /** A form was refused: the next toast replaces this one, since the form may be accepted by then. */
  isRefusal?: boolean;
}

const flash = createCookie('toast', { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 60 });

/** @returns a toast to be shown */
export function toast(kind: Toast['kind'], text: string): Toast {
  return { id: crypto.randomUUID(), kind, text, isRefusal: kind === 'error' };
}

/** @returns the toast for something that was deleted already: by a second click, or in another window */
export function goneAlready(): Toast {
  return toast('info', say(pageReplies.gone));
}

/** Redirects to a page that shows the toast; without JavaScript as a line at its top. */
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

/** @returns the toast of the last response, and the header that deletes it; null without one */
export async function takeToast(request: Request): Promise<{ toast: Toast; header: string } | null> {
  const message: unknown = await flash.parse(request.headers.get('cookie'));
  if (!isToast(message)) return null;
  return { toast: message, header: await flash.serialize('', { maxAge: 0 }) };
}

/** A browser can send any cookie. */
function isToast(value: unknown): value is Toast {
  const { id, kind, text } = (value ?? {}) as Partial<Toast>;
  return typeof id === 'string' && typeof text === 'string' && (KINDS as readonly unknown[]).includes(kind);
}
