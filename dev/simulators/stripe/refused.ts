/** What Stripe answers when it refuses. */
export class StripeRefused extends Error {
  readonly status: number;
  readonly param: string | undefined;
  readonly code: string | undefined;

  constructor(status: number, message: string, { param, code }: { param?: string; code?: string } = {}) {
    super(message);
    this.status = status;
    this.param = param;
    this.code = code;
  }

  /** As it is written. */
  body(): object {
    const { status, message, param, code } = this;
    const type = status === 402 ? 'card_error' : 'invalid_request_error';
    return { error: { type, message, ...(param ? { param } : {}), ...(code ? { code } : {}) } };
  }
}

/** @throws StripeRefused 400 for a parameter that names what is not there */
export function named<Row>(row: Row | undefined, what: string, id: string, param: string): Row {
  if (row) return row;
  throw new StripeRefused(400, `No such ${what}: '${id}'`, { param, code: 'resource_missing' });
}

/** @throws StripeRefused 404 for what is not there */
export function found<Row>(row: Row | undefined, what: string, id: string): Row {
  if (row) return row;
  throw new StripeRefused(404, `No such ${what}: '${id}'`, { param: 'id', code: 'resource_missing' });
}
