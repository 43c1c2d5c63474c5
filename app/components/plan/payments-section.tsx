import type { InvoiceWords, PaymentsWords } from '#app/plans/payment-words.ts';

/** What was paid and is owed, and the way to the cards. */
export function PaymentsSection({ payments: { invoices, problem } }: { payments: PaymentsWords }) {
  return (
    <section className="spread" aria-labelledby="h-payments">
      <div className="aside">
        <h2 id="h-payments">Payments</h2>
        <p>Your cards and every invoice are with Stripe; we never see a card.</p>
      </div>
      <div className="body stack">
        {problem && (
          <p className="note is-warn" role="alert">
            {problem}
          </p>
        )}
        {invoices.length > 0 && (
          <ul className="lines">
            {invoices.map((invoice) => (
              <Invoice key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
        {!problem && invoices.length === 0 && <p className="soft">Nothing yet.</p>}
        <form method="post" action="/profile/plan/portal">
          <button className="btn btn-secondary" type="submit">
            Cards and invoices
          </button>
        </form>
      </div>
    </section>
  );
}

function Invoice({ invoice: { date, amount, standing, url } }: { invoice: InvoiceWords }) {
  return (
    <li className="offer">
      <p>
        <strong>{amount}</strong>
        <span>
          {date}, {standing}
        </span>
      </p>
      {url && (
        <a className="btn btn-quiet" href={url}>
          Invoice<span className="vh"> of {date}</span>
        </a>
      )}
    </li>
  );
}
