/** The frame of the inbox: the list beside the open message; a phone shows one of the two. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Fault } from '../faults.ts';
import type { Status } from '../messages.ts';
import { faultSentence } from './fault-sentence.ts';
import { html, type Markup } from './html.ts';

const fileHere = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
/** The style sheet of every page. The rules for narrow and wide windows come last, because they change the others. */
export const STYLE = ['base.css', 'inbox.css', 'other-pages.css', 'responsive.css'].map(fileHere).join('');
export const SCRIPT = fileHere('page.js');

/** A mail has inline styles. Its scripts never run, and nothing loads from another origin. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * @param parts.version changes with the content; null for a page that never changes
 * @param parts.open whether a message is open: a phone then shows only that
 */
export function page(parts: {
  title: string;
  version: string | null;
  open: boolean;
  list: Markup;
  reading: Markup;
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body class="${parts.open ? 'is-open' : 'is-list'}"${parts.version !== null && html` data-version="${parts.version}"`}>
<header class="top">
<a class="name" href="/">St<span class="dot">i</span>llhere</a>
<p>Local inbox. Every message that the product sends arrives here and goes no further. <a href="/payments">Payments</a> <a href="/gallery">Every mail</a></p>
</header>
<main class="columns">
<div class="list">${parts.list}</div>
<div class="reading">${parts.reading}</div>
</main>
</body>
</html>`.markup;
}

/** Answers with a page or a part of one; browsers do not cache it. */
export function send(response: ServerResponse, type: string, body: string): void {
  response
    .writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .end(body);
}

type Tone = 'pending' | 'good' | 'warning' | 'bad';
const TONES = {
  accepted: 'pending',
  sent: 'pending',
  delivered: 'good',
  opened: 'good',
  read: 'good',
  deferred: 'warning',
  bounced: 'bad',
  blocked: 'bad',
  dropped: 'bad',
  undelivered: 'bad',
  failed: 'bad',
  'reported as spam': 'bad',
} as const satisfies Record<Status, Tone>;

/** Shapes beside the text, so that colour is never the only sign. */
const SHAPES: Record<Tone, Markup> = {
  pending: html`<circle cx="6" cy="6" r="4.25"/>`,
  good: html`<path d="M1.5 6.5 4.75 9.75 10.5 2.75"/>`,
  warning: html`<path d="M6 1.25 11 10.5H1Z"/>`,
  bad: html`<path d="M2 2 10 10M10 2 2 10"/>`,
};

/** A status with its colour and shape. */
export function statusMark(status: Status): Markup {
  const tone = TONES[status];
  return html`<span class="status is-${tone}"><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">${SHAPES[tone]}</svg>${status}</span>`;
}

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** @param iso an instant @returns it in the time zone of this process */
export function time(iso: string): Markup {
  return html`<time datetime="${iso}">${DAY_AND_TIME.format(new Date(iso))}</time>`;
}

/** The active faults, each as a sentence. */
export function faultsPanel(faults: readonly Fault[]): Markup {
  return html`<section class="faults" id="faults" data-live aria-labelledby="faults-title">
<h2 id="faults-title">Faults</h2>
${
  faults.length === 0
    ? html`<p class="soft">None. Providers behave. <code>POST /api/faults</code> makes one misbehave.</p>`
    : html`<ul>${faults.map((fault) => html`<li>${faultSentence(fault)}</li>`)}</ul>
<form method="post" action="/faults/clear"><button class="btn btn-danger">Clear faults</button></form>`
}
</section>`;
}
