/** Control of the simulated Stripe: JSON for tests, and a page with buttons for people. */
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  type Call,
  checkInput,
  HttpError,
  type Routes,
  readForm,
  readJson,
  redirect,
  sendJson,
  sendPage,
} from '../router.ts';
import { controlSchema, runAction } from './control.ts';
import { type StripeContext, subscriptionJson } from './json.ts';
import { paymentsPage } from './pages.ts';
import type { Webhook } from './webhook.ts';

/** Stripe may send the same event twice, and late. */
const repeatSchema = z.strictObject({ repeat: z.string().startsWith('evt_') });
const requestSchema = z.union([repeatSchema, controlSchema]);

interface Deps {
  context: StripeContext;
  webhook: Webhook;
}

/** The routes of `/api/billing` and `/payments`. */
export function controlRoutes(deps: Deps): Routes {
  const { webhook } = deps;
  const { ledger } = deps.context;
  const sendState = (response: ServerResponse) => {
    const subscriptions = ledger.all('subscription').map((one) => subscriptionJson(ledger, one));
    sendJson(response, 200, { subscriptions, events: webhook.events() });
  };
  return {
    'GET /api/billing': ({ response }) => sendState(response),
    // Answers when no event is under way, so that a test knows that nothing changes under it.
    'GET /api/billing/settled': async ({ response }) => {
      await webhook.settled();
      sendState(response);
    },
    'POST /api/billing': (call) => postAction(deps, call),
    'GET /payments': ({ response, url }) =>
      sendPage(response, 200, paymentsPage(ledger, webhook.events(), url.searchParams.get('result'))),
    'POST /payments': async ({ request, response }) => {
      const form = Object.fromEntries(await readForm(request));
      redirect(response, `/payments?${new URLSearchParams({ result: await resultOf(deps, form) })}`);
    },
  };
}

/** Answers after the webhook has, so that a test knows that the product has the events. */
async function postAction({ context, webhook }: Deps, { request, response }: Call): Promise<void> {
  const input = checkInput(requestSchema, await readJson(request));
  if ('repeat' in input) {
    const event = await webhook.repeat(input.repeat);
    if (!event) throw new HttpError(404, 'There is no such event.');
    return sendJson(response, 200, { events: [event] });
  }
  const { billing, subscription } = runAction(context, input);
  await context.ledger.written();
  sendJson(response, 200, { subscription, events: await webhook.sendNow(billing.events) });
}

/** Runs the action of a button. @returns the result in a sentence */
async function resultOf({ context, webhook }: Deps, form: unknown): Promise<string> {
  try {
    const { billing } = runAction(context, checkInput(controlSchema, form));
    await context.ledger.written();
    const events = await webhook.sendNow(billing.events);
    return `Done. ${events.map(({ type, webhook_status }) => `${type}: ${webhook_status ?? 'no answer'}`).join(', ')}`;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}
