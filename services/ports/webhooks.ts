import type { WebhookAnswer } from '#domain/webhooks/webhooks.ts';

/** One message to a program of an owner. */
export interface WebhookCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Calls the programs of owners, at addresses that anyone may have chosen. */
export interface WebhookSender {
  /**
   * Posts a message once, to a public address only, without following redirects. Never throws, and takes ten seconds at most.
   * The answer is its status; what it says is not read.
   */
  post(call: WebhookCall): Promise<WebhookAnswer>;
}
