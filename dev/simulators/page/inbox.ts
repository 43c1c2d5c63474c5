/** The list of mails, newest first, and its filter. */
import type { Kept } from '../messages.ts';
import { html, type Markup } from './html.ts';
import { statusMark, time } from './layout.ts';

const PER_PAGE = 50;

/** What a person asked to see, from the address. */
export interface View {
  /** A part of the recipient's address; empty for all. */
  to: string;
  /** From 1. */
  page: number;
  openId: string | null;
}

export function viewOf(url: URL, openId: string | null): View {
  const page = Number(url.searchParams.get('page'));
  return { to: url.searchParams.get('to')?.trim() ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, openId };
}

/** @param found the mails that match, newest first */
export function inbox(found: Kept[], view: View): Markup {
  const start = (view.page - 1) * PER_PAGE;
  return html`<form class="filter" method="get" action="/" role="search">
<label for="to">To</label>
<input id="to" name="to" type="search" value="${view.to}" placeholder="Any recipient" autocomplete="off" spellcheck="false">
<button class="btn">Filter</button>
</form>
<section id="mails" data-live aria-label="Mails">
${view.openId === null && html`<h1 class="unseen">Inbox</h1>`}
${found.length === 0 ? nothing(view) : html`<ol class="mails">${found.slice(start, start + PER_PAGE).map((mail) => row(mail, view))}</ol>`}
${found.length > 0 && footer(found.length, view)}
</section>`;
}

function row(mail: Kept, view: View): Markup {
  return html`<li><a class="mail" href="/messages/${encodeURIComponent(mail.id)}${query(view, view.page)}"${mail.id === view.openId && html` aria-current="page"`}>
<span class="who">${mail.to_name ?? mail.to}</span>
<span class="when">${time(mail.accepted_at)}</span>
<span class="what">${mail.subject}</span>
<span class="how">${mail.to_name && html`<span class="address">${mail.to}</span>`}${statusMark(mail.status)}</span>
</a></li>`;
}

function nothing(view: View): Markup {
  if (view.to) {
    return html`<div class="empty"><p>No mail to “${view.to}”.</p><p><a href="/">Show all mails</a></p></div>`;
  }
  return html`<div class="empty">
<svg viewBox="0 0 64 44" width="96" height="66" aria-hidden="true"><path d="M2 4h60v36H2zM2 4l30 22L62 4M2 40l22-20M62 40 40 20"/></svg>
<p>No mail yet. Schedule a letter for a minute from now, and it will lie here.</p>
</div>`;
}

function footer(count: number, view: View): Markup {
  const pages = Math.ceil(count / PER_PAGE);
  return html`<div class="foot">
<p class="soft">${count.toLocaleString('en-GB')} ${count === 1 ? 'mail' : 'mails'}${pages > 1 && `, page ${view.page} of ${pages}`}</p>
${view.page > 1 && html`<a href="/${query(view, view.page - 1)}">Newer</a>`}
${view.page < pages && html`<a href="/${query(view, view.page + 1)}">Older</a>`}
<form method="post" action="/messages/clear"><button class="btn btn-quiet">Empty the inbox</button></form>
</div>`;
}

function query({ to }: View, page: number): string {
  const parameters = new URLSearchParams({ ...(to && { to }), ...(page > 1 && { page: String(page) }) });
  return parameters.size > 0 ? `?${parameters}` : '';
}
