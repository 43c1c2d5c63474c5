/** What somebody has paid, as their page of the plan shows it. */
import { setTimeout as wait } from 'node:timers/promises';
import { plainDate } from '#app/components/dates.ts';
import { withBilling } from '#app/http/billing.ts';
import type { Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { dollars } from '#domain/subscription/money.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Invoice } from '#services/ports/payments.ts';
import { type PaymentsView, paymentsOf } from '#services/subscription/payments-of.ts';

/** How long a page waits for a list of the provider's, in milliseconds: the rest of it is ours, and does not need it. */
const PATIENCE = 4 * SECOND;
const AWAY = 'What you have paid cannot be shown at the moment: the payment provider does not answer.';

/** One invoice in words. */
export interface InvoiceWords {
  id: string;
  date: string;
  amount: string;
  standing: string;
  /** Where it can be looked at and printed. */
  url: string | null;
}

export interface PaymentsWords {
  invoices: InvoiceWords[];
  isRefundable: boolean;
  /** Why there is no list; empty where there is one. */
  problem: string;
}

/** @returns what somebody has paid; where the provider is away, that it is */
export async function paymentsInWords(context: Provider, ownerId: string, timeZone: string): Promise<PaymentsWords> {
  const asked = withBilling(context, (billing) => paymentsOf(billing, ownerId)).catch(orNothing);
  const payments = await Promise.race([asked, wait(PATIENCE, null, { ref: false })]);
  if (payments === null) return { invoices: [], isRefundable: false, problem: AWAY };
  const { invoices, isRefundable } = payments;
  return { invoices: invoices.map((invoice) => inWords(invoice, timeZone)), isRefundable, problem: '' };
}

function orNothing(error: unknown): PaymentsView | null {
  if (error instanceof AppError && error.code === 'unavailable') return null;
  throw error;
}

function inWords(invoice: Invoice, timeZone: string): InvoiceWords {
  const { id, at, amount, url } = invoice;
  return { id, date: plainDate(at, timeZone), amount: dollars(amount), standing: standingOf(invoice), url };
}

function standingOf({ status, amount, refunded }: Invoice): string {
  if (status === 'open') return 'not paid yet';
  if (status === 'void') return 'cancelled, nothing to pay';
  if (refunded === 0) return 'paid';
  return refunded >= amount ? 'given back' : `paid, ${dollars(refunded)} of it given back`;
}
