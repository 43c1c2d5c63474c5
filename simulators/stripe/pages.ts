/** The pages in place of Stripe's: the checkout, the customer portal, an invoice; and a page to control the simulator. */
import { html, type Markup } from '../inbox/html.ts';
import { vendorPage } from '../inbox/vendor-page.ts';
import { ACTIONS } from './control.ts';
import type { Customer, Invoice, Ledger, Portal, Price, Session, Subscription } from './ledger.ts';
import type { SentEvent } from './webhook.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const EVENTS_SHOWN = 20;

/** @param session an open one */
export function checkoutPage({ id, customer_email }: Session, name: string, price: Price): string {
  return vendorPage(
    'Stripe',
    'Payment',
    html`<h1>${name}</h1>
<p class="soft">This is a simulator, not Stripe. No money moves.</p>
<p><b>${dollars(price.unit_amount)}</b> a ${price.interval}${customer_email && html`, for ${customer_email}`}</p>
<form method="post" action="/pay/${id}">
<button class="btn" name="action" value="pay">Pay</button>
<button class="btn btn-quiet" name="action" value="pay-later">Pay by a transfer that takes days</button>
<button class="btn btn-quiet" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

/** The page of a checkout that cannot be paid. */
export function closedPage(): string {
  return vendorPage(
    'Stripe',
    'Payment',
    html`<h1>This checkout is closed</h1>\n<p>It is paid already, or has expired.</p>`,
  );
}

/** The customer portal: cards, subscriptions and invoices. */
export function portalPage(portal: Portal, customer: Customer, ledger: Ledger): string {
  const subscriptions = ledger.all('subscription', (one) => one.customer === customer.id && one.status !== 'canceled');
  const invoices = ledger.all('invoice', (one) => one.customer === customer.id);
  const path = `/portal/${portal.id}`;
  return vendorPage(
    'Stripe',
    'Billing',
    html`<h1>Billing</h1>
<p class="soft">This is a simulator, not Stripe’s customer portal. No money moves.</p>
${subscriptions.map((one) => subscriptionForm(path, one, ledger))}
<h2>Card</h2>
<p>${customer.hasGoodCard ? 'A card that pays.' : 'A card that is declined.'}${customer.balance < 0 && html` ${dollars(-customer.balance)} in credit.`}</p>
<form method="post" action="${path}">
<button class="btn" name="action" value="good-card">Use a card that pays</button>
<button class="btn btn-quiet" name="action" value="bad-card">Use a card that is declined</button>
</form>
<h2>Invoices</h2>
<ul>${invoices.map((one) => html`<li><a href="/invoice/${one.id}">${day(one.created)}</a>, ${dollars(one.total)}, ${one.status}</li>`)}</ul>
<p><a href="${portal.return_url}">Return to Stillhere</a></p>`,
  );
}

function subscriptionForm(path: string, one: Subscription, ledger: Ledger): Markup {
  const action = one.cancel_at_period_end ? 'resume' : 'cancel';
  return html`<p>${summaryOf(one, ledger)}</p>
<form method="post" action="${path}"><input type="hidden" name="subscription" value="${one.id}">
<button class="btn" name="action" value="${action}">${action === 'cancel' ? 'Cancel at the end of the period' : 'Do not cancel'}</button>
</form>`;
}

/** An invoice to read and print. */
export function invoicePage({ id, created, lines, total, amount_paid, status }: Invoice): string {
  return vendorPage(
    'Stripe',
    'Invoice',
    html`<h1>Invoice of ${day(created)}</h1>
<p class="soft">${id}, ${status}</p>
<ul>${lines.map(({ description, amount }) => html`<li>${description} ${dollars(amount)}</li>`)}</ul>
<p>Total <b>${dollars(total)}</b>, paid by card ${dollars(amount_paid)}</p>`,
  );
}

/** Every subscription with buttons, and the newest events. @param result of the last button, or null */
export function paymentsPage(ledger: Ledger, events: SentEvent[], result: string | null): string {
  const all = ledger.all('subscription');
  return vendorPage(
    'Stripe',
    'Payments',
    html`<h1>Payments</h1>
<p class="soft">The subscriptions at the simulated Stripe. No money moves. <a href="/">Inbox</a></p>
${result && html`<p class="notice" role="status">${result}</p>`}
${all.length === 0 ? html`<p>There are no subscriptions yet.</p>` : all.map((one) => row(one, ledger))}
<h2>Events</h2>
<ul>${events.slice(0, EVENTS_SHOWN).map(({ type, webhook_status }) => html`<li><code>${type}</code> ${webhook_status ?? 'no answer'}</li>`)}</ul>`,
  );
}

function row(one: Subscription, ledger: Ledger): Markup {
  const email = ledger.get('customer', one.customer)?.email ?? one.customer;
  return html`<section aria-label="${email}"><h2>${email}</h2>
<p>${summaryOf(one, ledger)} <code>${one.id}</code></p>
${
  one.status !== 'canceled' &&
  html`<form method="post" action="/payments" class="row"><input type="hidden" name="subscription" value="${one.id}">
${Object.entries(ACTIONS).map(([action, label]) => html`<button class="btn" name="event" value="${action}">${label}</button>`)}
</form>`
}</section>`;
}

function summaryOf(one: Subscription, ledger: Ledger): string {
  const price = ledger.get('price', one.price);
  const name = (price && ledger.get('product', price.product)?.name) ?? one.price;
  const cost = price ? `, ${dollars(price.unit_amount)} a ${price.interval}` : '';
  const until = one.cancel_at_period_end
    ? `ends on ${day(one.current_period_end)}`
    : `until ${day(one.current_period_end)}`;
  return `${name}${cost}: ${one.status.replace('_', ' ')}, ${until}${one.isHeld ? ', paused' : ''}.`;
}

function dollars(cents: number): string {
  return DOLLARS.format(cents / 100);
}

function day(seconds: number): string {
  return DAY.format(new Date(seconds * 1_000));
}
