/** Stripe's answer to a request that it refuses. */
export class StripeError extends Error {
  readonly status: number;
  readonly param: string | undefined;
  readonly code: string | undefined;

  constructor(status: number, message: string, { param, code }: { param?: string; code?: string } = {}) {
    super(message);
    this.status = status;
    this.param = param;
    this.code = code;
  }

  /** @returns the JSON body */
  body(): object {
    const { status, message, param, code } = this;
    const type = status === 402 ? 'card_error' : 'invalid_request_error';
    return { error: { type, message, ...(param ? { param } : {}), ...(code ? { code } : {}) } };
  }
}

/** @throws StripeError 400 when a parameter names a resource that does not exist */
export function requireReferenced<Row>(row: Row | undefined, what: string, id: string, param: string): Row {
  if (row) return row;
  throw new StripeError(400, `No such ${what}: '${id}'`, { param, code: 'resource_missing' });
}

/** @throws StripeError 404 when the resource of the address does not exist */
export function requireResource<Row>(row: Row | undefined, what: string, id: string): Row {
  if (row) return row;
  throw new StripeError(404, `No such ${what}: '${id}'`, { param: 'id', code: 'resource_missing' });
}
