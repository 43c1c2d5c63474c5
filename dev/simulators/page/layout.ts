/** The frame of the inbox: the list beside the one mail that is open, on a phone one after the other. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Fault, FaultOf } from '../faults.ts';
import type { Status } from '../messages.ts';
import { html, type Markup } from './html.ts';

const fileHere = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
export const STYLE = fileHere('paper.css') + fileHere('page.css');
export const SCRIPT = fileHere('page.js');

/** A mail's own styles are inline, its scripts never run, and nothing comes from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * @param version of what is shown; null where it never changes
 * @param open whether a mail is open: a phone then shows it alone
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
<p>Local inbox. What the product sends arrives here and goes no further. <a href="/payments">Payments</a> <a href="/gallery">Every mail</a></p>
</header>
<main class="desk">
<div class="list">${parts.list}</div>
<div class="reading">${parts.reading}</div>
</main>
</body>
</html>`.markup;
}

/** Answers with a page, or a part of one; nothing of it is kept. */
export function send(response: ServerResponse, type: string, body: string): void {
  response
    .writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .end(body);
}

type Tone = 'wait' | 'well' | 'warn' | 'danger';
const TONES = {
  accepted: 'wait',
  sent: 'wait',
  delivered: 'well',
  opened: 'well',
  read: 'well',
  deferred: 'warn',
  bounced: 'danger',
  blocked: 'danger',
  dropped: 'danger',
  undelivered: 'danger',
  failed: 'danger',
  'reported as spam': 'danger',
} as const satisfies Record<Status, Tone>;

/** Shapes beside the words, so that colour is never the only sign. */
const SHAPES: Record<Tone, Markup> = {
  wait: html`<circle cx="6" cy="6" r="4.25"/>`,
  well: html`<path d="M1.5 6.5 4.75 9.75 10.5 2.75"/>`,
  warn: html`<path d="M6 1.25 11 10.5H1Z"/>`,
  danger: html`<path d="M2 2 10 10M10 2 2 10"/>`,
};

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

export function time(iso: string): Markup {
  return html`<time datetime="${iso}">${DAY_AND_TIME.format(new Date(iso))}</time>`;
}

/** The faults in play, each as a sentence. */
export function faultsPanel(faults: readonly Fault[]): Markup {
  return html`<section class="faults" id="faults" data-live aria-labelledby="faults-title">
<h2 id="faults-title">Faults</h2>
${
  faults.length === 0
    ? html`<p class="soft">None. Providers behave. <code>POST /api/faults</code> makes one misbehave.</p>`
    : html`<ul>${faults.map((fault) => html`<li>${sentenceOf(fault)}</li>`)}</ul>
<form method="post" action="/faults/clear"><button class="btn btn-danger">Clear faults</button></form>`
}
</section>`;
}

function sentenceOf(fault: Fault): string {
  const parts = [
    partyOf(fault),
    fault.rate !== undefined && `in ${Number((fault.rate * 100).toFixed(2))} % of the calls`,
    fault.delay_ms && `answers ${fault.delay_ms} ms late`,
    ...(fault.vendor === 'sendgrid' || fault.vendor === 'twilio'
      ? [fault.silent && 'sends no events', fault.to && `only for ${fault.to}`]
      : []),
    fault.times === undefined ? 'until cleared' : `${fault.times} more ${fault.times === 1 ? 'time' : 'times'}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function partyOf(fault: Fault): string {
  switch (fault.vendor) {
    case 'sendgrid':
      return `SendGrid ${deedOf(fault)}`;
    case 'twilio':
      return `Twilio ${deedOf(fault)}${fault.code === undefined ? '' : ` (${fault.code})`}`;
    case 'google':
      return `Google ${googleDeedOf(fault)}`;
    case 'stripe':
      return `Stripe ${stripeDeedOf(fault)}`;
  }
}

function stripeDeedOf({ mode, status, silent }: FaultOf<'stripe'>): string {
  if (silent) return 'tells of nothing that happens';
  switch (mode) {
    case 'status':
      return `answers ${status}`;
    case 'timeout':
      return 'never answers and does nothing';
    case 'reset':
      return 'hangs up and does nothing';
    case 'accept_then_drop':
      return 'does what it is asked and hangs up before it answers';
    case undefined:
      return 'does what it is asked';
  }
}

function deedOf(fault: FaultOf<'sendgrid' | 'twilio'>): string {
  switch (fault.mode) {
    case 'status':
      return `answers ${fault.status}${fault.retry_after === undefined ? '' : ` (wait ${fault.retry_after} s)`}`;
    case 'timeout':
      return 'never answers and takes nothing';
    case 'reset':
      return 'hangs up and takes nothing';
    case 'accept_then_drop':
      return 'takes the message and hangs up before it answers';
    case undefined:
      return 'takes the message';
  }
}

function googleDeedOf({ at, mode, status }: FaultOf<'google'>): string {
  const where = { discovery: 'about itself', keys: 'about its keys', token: 'about somebody' }[at];
  switch (mode) {
    case 'status':
      return `answers ${status} when asked ${where}`;
    case 'timeout':
      return `never answers when asked ${where}`;
    case 'reset':
      return `hangs up when asked ${where}`;
    case undefined:
      return `speaks ${where}`;
    default:
      return `speaks ${where} with a fault: ${mode}`;
  }
}
