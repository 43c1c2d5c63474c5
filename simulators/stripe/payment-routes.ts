/** The routes of the pages that people visit at Stripe: the checkout, the customer portal, and invoices. */
import type { ServerResponse } from 'node:http';
import { type Call, HttpError, type Routes, readForm, redirect, sendPage } from '../router.ts';
import { Billing } from './billing.ts';
import { payable, payFor } from './checkout.ts';
import type { StripeContext } from './json.ts';
import type { Customer, Ledger } from './ledger.ts';
import { checkoutPage, closedPage, invoicePage, portalPage } from './pages.ts';
import type { Webhook } from './webhook.ts';

interface Deps {
  context: StripeContext;
  webhook: Webhook;
  /** Where the product listens: people return to its pages. */
  appOrigin: string;
}

/** The routes under `/pay`, `/portal` and `/invoice`. */
export function paymentRoutes(deps: Deps): Routes {
  const { ledger } = deps.context;
  return {
    'GET /pay/:id': ({ response, id }) => {
      const session = payable(deps.context, id);
      const price = session && ledger.get('price', session.price);
      answerPage(deps, response, session && price ? checkoutPage(session, nameOf(ledger, price), price) : null);
    },
    'POST /pay/:id': (call) => pay(deps, call),
    'GET /portal/:id': ({ response, id }) => {
      const portal = ledger.get('portal', id);
      const customer = portal && ledger.get('customer', portal.customer);
      answerPage(deps, response, customer ? portalPage(portal, customer, ledger) : null);
    },
    'POST /portal/:id': (call) => manage(deps, call),
    'GET /invoice/:id': ({ response, id }) => {
      const invoice = ledger.get('invoice', id);
      answerPage(deps, response, invoice ? invoicePage(invoice) : null);
    },
  };
}

async function pay(deps: Deps, call: Call): Promise<void> {
  const { request, response, id } = call;
  const action = (await readForm(request)).get('action');
  const session = payable(deps.context, id);
  if (!session) return answerPage(deps, response, null);
  if (action === 'cancel') return redirect(response, session.cancel_url ?? '/');
  if (action !== 'pay' && action !== 'pay-later') throw new HttpError(400, 'There is no button for this.');
  const { events } = payFor(deps.context, session, action === 'pay');
  await deps.context.ledger.written();
  deps.webhook.sendSoon(events);
  redirect(response, session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id));
}

async function manage({ context, webhook }: Deps, { request, response, id }: Call): Promise<void> {
  const { ledger } = context;
  const portal = ledger.get('portal', id);
  const customer = portal && ledger.get('customer', portal.customer);
  if (!customer) throw new HttpError(404, 'There is no such portal session.');
  const form = await readForm(request);
  const billing = new Billing(context);
  applyAction(ledger, billing, customer, form);
  await ledger.written();
  webhook.sendSoon(billing.events);
  redirect(response, `/portal/${id}`);
}

function applyAction(ledger: Ledger, billing: Billing, customer: Customer, form: URLSearchParams): void {
  const action = form.get('action');
  const subscription = ledger.get('subscription', form.get('subscription') ?? '');
  if (action === 'good-card' || action === 'bad-card')
    return void ledger.save('customer', { ...customer, hasGoodCard: action === 'good-card' });
  if ((action !== 'cancel' && action !== 'resume') || subscription?.customer !== customer.id)
    throw new HttpError(400, 'There is no button for this.');
  billing.saveSubscription({ ...subscription, cancel_at_period_end: action === 'cancel' });
}

function nameOf(ledger: Ledger, { product }: { product: string }): string {
  return ledger.get('product', product)?.name ?? product;
}

/** @param page null when the checkout, portal or invoice does not exist, or is over */
function answerPage({ appOrigin }: Deps, response: ServerResponse, page: string | null): void {
  sendPage(response, page ? 200 : 404, page ?? closedPage(), [appOrigin]);
}
