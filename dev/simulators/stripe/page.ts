/** The pages that stand in for Stripe's: where a checkout is paid, where a customer manages, and the desk behind them. */
import { html, type Markup } from '../page/html.ts';
import { standIn } from '../page/stand-in.ts';
import { DEEDS } from './desk.ts';
import type { Customer, Invoice, Ledger, Portal, Price, Session, Subscription } from './ledger.ts';
import type { ToldEvent } from './webhook.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const EVENTS_SHOWN = 20;

/** @param session a checkout that nobody has paid for yet */
export function checkoutPage({ id, customer_email }: Session, name: string, price: Price): string {
  return frame(
    'Payment',
    html`<h1>${name}</h1>
<p class="soft">This stands in for Stripe; no money moves.</p>
<p><b>${dollars(price.unit_amount)}</b> a ${price.interval}${customer_email && html`, for ${customer_email}`}</p>
<form method="post" action="/pay/${id}">
<button class="btn" name="deed" value="pay">Pay</button>
<button class="btn btn-quiet" name="deed" value="pay-later">Pay by a transfer that takes days</button>
<button class="btn btn-quiet" name="deed" value="cancel">Cancel</button>
</form>`,
  );
}

/** A checkout that is over: it can be paid for once. */
export function overPage(): string {
  return frame('Payment', html`<h1>This payment is over</h1>\n<p>It was paid for, or took too long.</p>`);
}

/** Where a customer manages cards and invoices. */
export function portalPage(portal: Portal, customer: Customer, ledger: Ledger): string {
  const theirs = ledger.all('subscription', (one) => one.customer === customer.id && one.status !== 'canceled');
  const invoices = ledger.all('invoice', (one) => one.customer === customer.id);
  const action = `/portal/${portal.id}`;
  return frame(
    'Billing',
    html`<h1>Billing</h1>
<p class="soft">This stands in for Stripe’s customer portal; no money moves.</p>
${theirs.map((one) => managed(action, one, ledger))}
<h2>Card</h2>
<p>${customer.hasGoodCard ? 'A card that pays.' : 'A card that is declined.'}${customer.balance < 0 && html` ${dollars(-customer.balance)} in credit.`}</p>
<form method="post" action="${action}">
<button class="btn" name="deed" value="good-card">Use a card that pays</button>
<button class="btn btn-quiet" name="deed" value="bad-card">Use a card that is declined</button>
</form>
<h2>Invoices</h2>
<ul>${invoices.map((one) => html`<li><a href="/invoice/${one.id}">${day(one.created)}</a>, ${dollars(one.total)}, ${one.status}</li>`)}</ul>
<p><a href="${portal.return_url}">Return to Stillhere</a></p>`,
  );
}

function managed(action: string, one: Subscription, ledger: Ledger): Markup {
  const deed = one.cancel_at_period_end ? 'resume' : 'cancel';
  return html`<p>${sentenceAbout(one, ledger)}</p>
<form method="post" action="${action}"><input type="hidden" name="subscription" value="${one.id}">
<button class="btn" name="deed" value="${deed}">${deed === 'cancel' ? 'Cancel at the end of the period' : 'Do not cancel'}</button>
</form>`;
}

/** What a customer can look at and print. */
export function invoicePage({ id, created, lines, total, amount_paid, status }: Invoice): string {
  return frame(
    'Invoice',
    html`<h1>Invoice of ${day(created)}</h1>
<p class="soft">${id}, ${status}</p>
<ul>${lines.map(({ description, amount }) => html`<li>${description} ${dollars(amount)}</li>`)}</ul>
<p>Together <b>${dollars(total)}</b>, paid by card ${dollars(amount_paid)}</p>`,
  );
}

/** Every subscription, and buttons for what may happen to it. */
export function deskPage(ledger: Ledger, events: ToldEvent[], said: string | null): string {
  const all = ledger.all('subscription');
  return frame(
    'Payments',
    html`<h1>Payments</h1>
<p class="soft">What Stripe knows here; no money moves. <a href="/">Inbox</a></p>
${said && html`<p class="notice" role="status">${said}</p>`}
${all.length === 0 ? html`<p>Nobody has subscribed yet.</p>` : all.map((one) => row(one, ledger))}
<h2>Events</h2>
<ul>${events.slice(0, EVENTS_SHOWN).map(({ type, webhook_status }) => html`<li><code>${type}</code> ${webhook_status ?? 'no answer'}</li>`)}</ul>`,
  );
}

function row(one: Subscription, ledger: Ledger): Markup {
  const email = ledger.get('customer', one.customer)?.email ?? one.customer;
  return html`<section aria-label="${email}"><h2>${email}</h2>
<p>${sentenceAbout(one, ledger)} <code>${one.id}</code></p>
${
  one.status !== 'canceled' &&
  html`<form method="post" action="/payments" class="row"><input type="hidden" name="subscription" value="${one.id}">
${Object.entries(DEEDS).map(([deed, words]) => html`<button class="btn" name="event" value="${deed}">${words}</button>`)}
</form>`
}</section>`;
}

function sentenceAbout(one: Subscription, ledger: Ledger): string {
  const price = ledger.get('price', one.price);
  const name = (price && ledger.get('product', price.product)?.name) ?? one.price;
  const cost = price ? `, ${dollars(price.unit_amount)} a ${price.interval}` : '';
  const until = one.cancel_at_period_end
    ? `ends on ${day(one.current_period_end)}`
    : `until ${day(one.current_period_end)}`;
  return `${name}${cost}: ${one.status.replace('_', ' ')}, ${until}${one.isHeld ? ', held' : ''}.`;
}

function dollars(cents: number): string {
  return DOLLARS.format(cents / 100);
}

function day(seconds: number): string {
  return DAY.format(new Date(seconds * 1_000));
}

function frame(title: string, main: Markup): string {
  return standIn('Stripe', title, main);
}
