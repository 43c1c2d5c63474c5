/** One message as its recipient sees it, with its status and events. */
import type { EventName, EventOf, Message, StoredMessage } from '../messages.ts';
import { html, type Markup } from './html.ts';
import { statusMark, time } from './layout.ts';

/** The events that a person can report from the page, with the labels of their buttons. */
const BUTTONS = {
  email: { delivered: 'Delivered', bounce: 'Bounce', dropped: 'Dropped', open: 'Open' } satisfies Partial<
    Record<EventOf<'email'>, string>
  >,
  whatsapp: { delivered: 'Delivered', read: 'Read', undelivered: 'Undelivered', failed: 'Failed' } satisfies Partial<
    Record<EventOf<'whatsapp'>, string>
  >,
  sms: { delivered: 'Delivered', undelivered: 'Undelivered', failed: 'Failed' } satisfies Partial<
    Record<EventOf<'sms'>, string>
  >,
};

/** The headings of messages without a subject. */
const TITLES: Record<StoredMessage['channel'], string | null> = { email: null, whatsapp: 'WhatsApp', sms: 'SMS' };

/** @returns the button for an event of such a message, or null without one */
export function buttonFor({ channel }: Pick<StoredMessage, 'channel'>, event: string | null) {
  const found = Object.entries(BUTTONS[channel]).find(([name]) => name === event);
  return found ? { event: found[0] as EventName, label: found[1] } : null;
}

/**
 * @param bodies the mail's two parts
 * @param notice the result of a button, or null
 */
export function openMessage(
  mail: StoredMessage,
  bodies: Pick<Message, 'text' | 'html'>,
  notice: string | null,
): Markup {
  const { text, html: body } = bodies;
  const title = TITLES[mail.channel];
  const isChat = title !== null;
  return html`<p class="back"><a href="/">All messages</a></p>
<article>
<h1>${title ?? mail.subject}</h1>
<dl class="facts">
<dt>From</dt><dd>${named(mail.from_name, mail.from)}</dd>
<dt>To</dt><dd>${named(mail.to_name, mail.to)}</dd>
${mail.reply_to && html`<dt>Reply to</dt><dd>${mail.reply_to}</dd>`}
<dt>Accepted</dt><dd>${time(mail.accepted_at)}</dd>
</dl>
<div id="status" data-live>
<p>${statusMark(mail.status)}</p>
${notice && html`<p class="notice" role="status">${notice}</p>`}
</div>
<form class="events" method="post" action="/messages/${encodeURIComponent(mail.id)}/events">
<span id="events-label">Report to the product</span>
<div class="row" role="group" aria-labelledby="events-label">
${Object.entries(BUTTONS[mail.channel]).map(([event, label]) => html`<button class="btn" name="event" value="${event}">${label}</button>`)}
</div>
</form>
${body !== null && html`<iframe class="paper" title="The mail" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" srcdoc="${withNewTabs(body)}"></iframe>`}
${isChat && html`<div class="chat">${bubble(text ?? '')}</div>`}
${text !== null && !isChat && html`<details${body === null && html` open`}><summary>Plain text</summary><pre class="paper">${text}</pre></details>`}
<details><summary>What happened</summary>${history(mail)}</details>
<details><summary>Headers and references</summary>${references(mail)}</details>
</article>`;
}

const LINK = /(https?:\/\/\S+)/;

/** The text on the phone; its link opens a new tab. */
function bubble(text: string): Markup {
  const pieces = text.split(LINK).map((piece) => (LINK.test(piece) ? link(piece) : html`${piece}`));
  return html`<p class="bubble">${pieces}</p>`;
}

function link(address: string): Markup {
  return html`<a href="${address}" target="_blank" rel="noopener">${address}</a>`;
}

/** The text beside the list while no message is open. */
export function noMessageOpen(isEmpty: boolean): Markup {
  return html`<p class="choose">${isEmpty ? '' : 'Choose a message to read it.'}</p>`;
}

function named(name: string | null, address: string): Markup {
  return name ? html`${name} <span class="soft">${address}</span>` : html`${address}`;
}

/** Links open a new tab, as in any mail program. */
function withNewTabs(body: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(body) ? body.replace(/<head[^>]*>/i, (head) => head + base) : base + body;
}

function history(mail: StoredMessage): Markup {
  const all: { event: string; at: string; code?: number }[] = [
    { event: 'accepted', at: mail.accepted_at },
    ...mail.events,
  ];
  return html`<ol class="history" id="history" data-live>${all.map(({ event, at, code }) => html`<li><span>${event}</span> ${time(at)}${code !== undefined && html` <code>${code}</code>`}</li>`)}</ol>
${mail.silent && html`<p class="soft">A fault suppresses its events: none was sent automatically.</p>`}`;
}

function references(mail: StoredMessage): Markup {
  const rows = [
    ['Message id', mail.id],
    ...Object.entries(mail.headers),
    ...Object.entries(mail.custom_args),
    ...mail.categories.map((category) => ['Category', category]),
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name ?? ''}</dt><dd><code>${value ?? ''}</code></dd>`)}</dl>`;
}
