/**
 * Pages for people who come by a link from a message: plain HTML, one small style sheet, no script.
 * Whatever opened the message opens them too: a phone of 2015, a text browser, a mail program's own window.
 */
import type { Theme } from '#app/http/theme.ts';
import { type Html, html } from '#services/mails/html.ts';

/** A file as it is, past the build: its minifier would write colours and media queries that old phones do not read. */
const STYLESHEET = '/plain/plain.css';
const LAMPLIGHT = '/plain/dark.css';

export interface PlainPage {
  status: number;
  title: string;
  main: Html;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** Its own policy, stricter than the application's: there is nothing here to run, and nothing to load from elsewhere. */
export const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Nobody keeps or indexes these pages, and nobody else learns their addresses. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  // Not no-referrer: that would make the Origin of the page's own form "null".
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * @param theme the light that this browser asked for; null where its system decides
 * @returns the page as a response
 */
export function plainResponse(page: PlainPage, theme: Theme | null = null): Response {
  const headers = new Headers({
    ...PRIVATE_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
  });
  if (page.retryAfter !== undefined) headers.set('Retry-After', String(page.retryAfter));
  return new Response(`<!doctype html>\n${documentOf(page, theme).markup}\n`, { status: page.status, headers });
}

function documentOf({ title, main }: PlainPage, theme: Theme | null): Html {
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stillhere</title>
<meta name="description" content="Stillhere keeps what people leave for each other, and brings it when it is time.">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET}">
${lamplight(theme)}</head>
<body>
<main>
${main}
</main>
<footer><p class="brand">St<b>i</b>llhere</p></footer>
</body>
</html>`;
}

/** What comes after the style sheet where it is dark. By day nothing of it is asked for. */
function lamplight(theme: Theme | null): Html | null {
  if (theme === 'light') return null;
  const media = theme === 'dark' ? 'screen' : 'screen and (prefers-color-scheme: dark)';
  return html`<link rel="stylesheet" href="${LAMPLIGHT}" media="${media}">\n`;
}
