/** Stripe for whoever tries the product: JSON for tests, and a page with buttons. */
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Call, Refused, type Routes, readBody, readJson, sendJson } from '../http.ts';
import { deskSchema, happen } from './desk.ts';
import { deskPage } from './page.ts';
import { type Shower, shownSubscription } from './shown.ts';
import type { Webhook } from './webhook.ts';

const FORM_MAX_BYTES = 1_024;
/** Stripe may tell of the same event twice, and late. */
const repeatSchema = z.strictObject({ repeat: z.string().startsWith('evt_') });
const askedSchema = z.union([repeatSchema, deskSchema]);

interface Parts {
  shower: Shower;
  webhook: Webhook;
}

/** The routes of `/api/billing` and `/payments`. */
export function deskRoutes({ shower, webhook }: Parts): Routes {
  const { ledger } = shower;
  const sendState = (response: ServerResponse) => {
    const subscriptions = ledger.all('subscription').map((one) => shownSubscription(ledger, one));
    sendJson(response, 200, { subscriptions, events: webhook.events() });
  };
  return {
    'GET /api/billing': ({ response }) => sendState(response),
    // Answers when no event is under way, so that a test knows that nothing changes under it.
    'GET /api/billing/settled': async ({ response }) => {
      await webhook.settled();
      sendState(response);
    },
    'POST /api/billing': (call) => make({ shower, webhook }, call),
    'GET /payments': ({ response, url }) =>
      show(response, deskPage(ledger, webhook.events(), url.searchParams.get('said'))),
    'POST /payments': async ({ request, response }) => {
      const form = new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
      const said = await press({ shower, webhook }, Object.fromEntries(form));
      response.writeHead(303, { location: `/payments?${new URLSearchParams({ said })}` }).end();
    },
  };
}

/** Waits until the webhook has heard of it, so that a test knows when it has happened. */
async function make({ shower, webhook }: Parts, { request, response }: Call): Promise<void> {
  const asked = understood(askedSchema, await readJson(request));
  if ('repeat' in asked) {
    const event = await webhook.repeat(asked.repeat);
    if (!event) throw new Refused(404, 'There is no such event.');
    return sendJson(response, 200, { events: [event] });
  }
  const { billing, shown } = happen(shower, asked);
  await shower.ledger.written();
  sendJson(response, 200, { subscription: shown, events: await webhook.tellNow(billing.happened) });
}

/** @returns what came of it, in a sentence */
async function press({ shower, webhook }: Parts, asked: unknown): Promise<string> {
  try {
    const { billing } = happen(shower, understood(deskSchema, asked));
    await shower.ledger.written();
    const events = await webhook.tellNow(billing.happened);
    return `Done. ${events.map(({ type, webhook_status }) => `${type}: ${webhook_status ?? 'no answer'}`).join(', ')}`;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function understood<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new Refused(400, error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}

function show(response: ServerResponse, page: string): void {
  const policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'";
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(page);
}
