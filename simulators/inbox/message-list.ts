/** The list of messages, newest first, and its filter. */
import { type Channel, EVENTS, type StoredMessage } from '../messages.ts';
import { html, type Markup } from './html.ts';
import { statusMark, time } from './layout.ts';

const PER_PAGE = 50;

/** The filter, the page and the open message, from the address. */
export interface InboxView {
  /** A part of the recipient's address or number; empty for all. */
  to: string;
  /** Null for all. */
  channel: Channel | null;
  /** From 1. */
  page: number;
  openId: string | null;
}

/** @param openId the message beside the list, or null */
export function inboxViewOf(url: URL, openId: string | null): InboxView {
  const page = Number(url.searchParams.get('page'));
  const channel = url.searchParams.get('channel') ?? '';
  return {
    to: url.searchParams.get('to')?.trim() ?? '',
    channel: isChannel(channel) ? channel : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    openId,
  };
}

function isChannel(name: string): name is Channel {
  return Object.hasOwn(EVENTS, name);
}

const TITLES: Record<Channel, string> = { email: '', whatsapp: 'A chat by WhatsApp', sms: 'A text message' };
const CHANNEL_LABELS: Record<Channel, string> = { email: 'Mails', whatsapp: 'WhatsApp', sms: 'SMS' };

/** @param found the messages that match, newest first */
export function messageList(found: StoredMessage[], view: InboxView): Markup {
  const start = (view.page - 1) * PER_PAGE;
  return html`<form class="filter" method="get" action="/" role="search">
<label for="to">To</label>
<input id="to" name="to" type="search" value="${view.to}" placeholder="Any recipient" autocomplete="off" spellcheck="false">
<button class="btn">Filter</button>
<label for="channel">By</label>
<select id="channel" name="channel"><option value="">All</option>${Object.entries(CHANNEL_LABELS).map(([name, label]) => html`<option value="${name}"${name === view.channel && html` selected`}>${label}</option>`)}</select>
</form>
<section id="mails" data-live aria-label="Messages">
${view.openId === null && html`<h1 class="unseen">Inbox</h1>`}
${found.length === 0 ? emptyList(view) : html`<ol class="mails">${found.slice(start, start + PER_PAGE).map((mail) => row(mail, view))}</ol>`}
${found.length > 0 && footer(found.length, view)}
</section>`;
}

function row(mail: StoredMessage, view: InboxView): Markup {
  return html`<li><a class="mail" href="/messages/${encodeURIComponent(mail.id)}${query(view, view.page)}"${mail.id === view.openId && html` aria-current="page"`}>
<span class="who">${mail.to_name ?? mail.to}</span>
<span class="when">${time(mail.accepted_at)}</span>
<span class="what">${mail.subject || TITLES[mail.channel]}</span>
<span class="how">${mail.to_name && html`<span class="address">${mail.to}</span>`}${statusMark(mail.status)}</span>
</a></li>`;
}

function emptyList(view: InboxView): Markup {
  if (view.channel !== null && view.channel !== 'email' && !view.to)
    return html`<div class="empty"><p>No message by ${CHANNEL_LABELS[view.channel]} yet.</p></div>`;
  if (view.to) {
    return html`<div class="empty"><p>No mail to “${view.to}”.</p><p><a href="/">Show all messages</a></p></div>`;
  }
  return html`<div class="empty">
<svg viewBox="0 0 64 44" width="96" height="66" aria-hidden="true"><path d="M2 4h60v36H2zM2 4l30 22L62 4M2 40l22-20M62 40 40 20"/></svg>
<p>No mail yet. Schedule a letter for a minute from now, and it will arrive here.</p>
</div>`;
}

function footer(count: number, view: InboxView): Markup {
  const pages = Math.ceil(count / PER_PAGE);
  return html`<div class="foot">
<p class="soft">${count.toLocaleString('en-GB')} ${count === 1 ? 'message' : 'messages'}${pages > 1 && `, page ${view.page} of ${pages}`}</p>
${view.page > 1 && html`<a href="/${query(view, view.page - 1)}">Newer</a>`}
${view.page < pages && html`<a href="/${query(view, view.page + 1)}">Older</a>`}
<form method="post" action="/messages/clear"><button class="btn btn-quiet">Empty the inbox</button></form>
</div>`;
}

function query({ to, channel }: InboxView, page: number): string {
  const parameters = new URLSearchParams({
    ...(to && { to }),
    ...(channel && { channel }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size > 0 ? `?${parameters}` : '';
}
