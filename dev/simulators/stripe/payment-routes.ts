/** The pages of the simulated Stripe that people are sent to: paying, and managing what they pay for. */
import type { ServerResponse } from 'node:http';
import { type Call, Refused, type Routes, readBody } from '../http.ts';
import { Billing } from './billing.ts';
import { payable, payFor } from './checkout.ts';
import type { Customer, Ledger } from './ledger.ts';
import { checkoutPage, invoicePage, overPage, portalPage } from './page.ts';
import type { Shower } from './shown.ts';
import type { Webhook } from './webhook.ts';

const FORM_MAX_BYTES = 1_024;

interface Parts {
  shower: Shower;
  webhook: Webhook;
  /** Where the product listens: its pages are where people are sent back to. */
  appOrigin: string;
}

/** The routes under `/pay`, `/portal` and `/invoice`. */
export function paymentRoutes(parts: Parts): Routes {
  const { ledger } = parts.shower;
  return {
    'GET /pay/:id': ({ response, id }) => {
      const session = payable(parts.shower, id);
      const price = session && ledger.get('price', session.price);
      showPage(parts, response, session && price ? checkoutPage(session, nameOf(ledger, price), price) : null);
    },
    'POST /pay/:id': (call) => pay(parts, call),
    'GET /portal/:id': ({ response, id }) => {
      const portal = ledger.get('portal', id);
      const customer = portal && ledger.get('customer', portal.customer);
      showPage(parts, response, customer ? portalPage(portal, customer, ledger) : null);
    },
    'POST /portal/:id': (call) => manage(parts, call),
    'GET /invoice/:id': ({ response, id }) => {
      const invoice = ledger.get('invoice', id);
      showPage(parts, response, invoice ? invoicePage(invoice) : null);
    },
  };
}

async function deedOf({ request }: Call): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
}

async function pay(parts: Parts, call: Call): Promise<void> {
  const { response, id } = call;
  const deed = (await deedOf(call)).get('deed');
  const session = payable(parts.shower, id);
  if (!session) return showPage(parts, response, null);
  if (deed === 'cancel') return goTo(response, session.cancel_url ?? '/');
  if (deed !== 'pay' && deed !== 'pay-later') throw new Refused(400, 'There is no button for this.');
  const { happened } = payFor(parts.shower, session, deed === 'pay');
  await parts.shower.ledger.written();
  parts.webhook.tellSoon(happened);
  goTo(response, session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id));
}

async function manage({ shower, webhook }: Parts, call: Call): Promise<void> {
  const { response, id } = call;
  const { ledger } = shower;
  const portal = ledger.get('portal', id);
  const customer = portal && ledger.get('customer', portal.customer);
  if (!customer) throw new Refused(404, 'This page is over.');
  const form = await deedOf(call);
  const billing = new Billing(shower);
  act(ledger, billing, customer, form);
  await ledger.written();
  webhook.tellSoon(billing.happened);
  goTo(response, `/portal/${id}`);
}

function act(ledger: Ledger, billing: Billing, customer: Customer, form: URLSearchParams): void {
  const deed = form.get('deed');
  const subscription = ledger.get('subscription', form.get('subscription') ?? '');
  if (deed === 'good-card' || deed === 'bad-card')
    return void ledger.keep('customer', { ...customer, hasGoodCard: deed === 'good-card' });
  if ((deed !== 'cancel' && deed !== 'resume') || subscription?.customer !== customer.id)
    throw new Refused(400, 'There is no button for this.');
  billing.keepSubscription({ ...subscription, cancel_at_period_end: deed === 'cancel' });
}

function nameOf(ledger: Ledger, { product }: { product: string }): string {
  return ledger.get('product', product)?.name ?? product;
}

function goTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/** Its forms end at the product's address, which browsers count as where they lead. */
function showPage({ appOrigin }: Parts, response: ServerResponse, page: string | null): void {
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${appOrigin}; base-uri 'none'`;
  response
    .writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(page ?? overPage());
}
