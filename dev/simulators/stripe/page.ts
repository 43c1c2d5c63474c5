/** The page where a checkout is paid, or not. */
import { html, type Markup } from '../page/html.ts';
import type { Session } from './ledger.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** @param session a checkout that nobody has paid for yet */
export function checkoutPage({ id, name, amount, interval, customer_email }: Session): string {
  return frame(
    'Payment',
    html`<h1>${name}</h1>
<p class="soft">This stands in for Stripe; no money moves.</p>
<p><b>${DOLLARS.format(amount / 100)}</b> a ${interval}${customer_email && html`, for ${customer_email}`}</p>
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

function frame(title: string, main: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: not Stripe</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body class="chooser">
<main>
${main}
</main>
</body>
</html>`.markup;
}
