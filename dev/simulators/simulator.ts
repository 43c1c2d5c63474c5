/** The vendors' simulators in one process: their own wire protocols, a page for people, JSON for tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { apiRoutes } from './api.ts';
import { type AskForEvent, askForEvent } from './ask.ts';
import { Faults } from './faults.ts';
import { galleryRoutes } from './gallery/routes.ts';
import { googleRoutes } from './google/provider.ts';
import { type Routes, router, sendJson } from './http.ts';
import { Messages } from './messages.ts';
import { pageRoutes } from './page/routes.ts';
import { sendgridRoutes } from './sendgrid/api.ts';
import { Webhook } from './sendgrid/webhook.ts';
import { type StripeOptions, stripeRoutes } from './stripe/api.ts';
import { twilioRoutes } from './twilio/api.ts';
import { Callbacks } from './twilio/callbacks.ts';

const EVENT_DELAY_MS = 300;
/** Longer than any client keeps a connection unused, so that the client is the one to close it. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_EACH_MS = 100;

export interface SimulatorOptions {
  /** 0 picks a free one. */
  port: number;
  /** The folder in which accepted messages outlive the process. */
  dataDir: string;
  /** Where the product listens; events go to its `/webhooks/...`. */
  appOrigin: string;
  sendgrid: {
    apiKey: string;
    /** EC P-256, base64 PKCS8 DER. */
    webhookPrivateKey: string;
    senders: string[];
  };
  twilio: {
    accountSid: string;
    authToken: string;
    /** The number that is ours on WhatsApp, in E.164. */
    from: string;
    /** The number that sends text messages, in E.164. */
    smsFrom: string;
    /** The one template that is approved. */
    contentSid: string;
  };
  google: { clientId: string; clientSecret: string };
  stripe: Pick<StripeOptions, 'secretKey' | 'webhookSecret' | 'isEmpty'>;
  /** From accepted to reported, in milliseconds. */
  eventDelay?: number;
  /** Told what an operator of the local stack should know. */
  log?: (line: string) => void;
}

export interface Simulator {
  origin: string;
  /** Hangs up on everybody and ends; what was accepted is in the folder. Asked again, it gives the same end. */
  close(): Promise<void>;
}

/**
 * Starts the simulators on 127.0.0.1.
 * @throws when the port is taken (EADDRINUSE), the folder cannot be written, or the key cannot be read
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { log = () => {}, sendgrid, twilio } = options;
  const server = createServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // First the port, then the folder: a second start by mistake must not touch the files of the first.
  const { port } = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  try {
    const messages = new Messages(join(options.dataDir, 'messages.jsonl'));
    const told = { delay: options.eventDelay ?? EVENT_DELAY_MS, messages, log };
    const url = `${options.appOrigin}/webhooks/sendgrid`;
    const webhook = new Webhook({ ...told, url, privateKey: sendgrid.webhookPrivateKey });
    const callbacks = new Callbacks({ ...told, ...twilio });
    const ask = askForEvent({ webhook, callbacks, messages });
    const { routes, stripe } = allRoutes(options, origin, { messages, faults: new Faults(), ask, webhook, callbacks });
    server.on('request', router(routes, log));
    webhook.reportSoon(messages.unreported('email'));
    callbacks.reportSoon([...messages.unreported('whatsapp'), ...messages.unreported('sms')]);
    let closed: Promise<void> | undefined;
    return {
      origin,
      close: () => {
        closed ??= close(server, [webhook, callbacks], [messages, stripe]);
        return closed;
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

interface Parts {
  messages: Messages;
  faults: Faults;
  ask: AskForEvent;
  webhook: Webhook;
  callbacks: Callbacks;
}

function allRoutes(
  { appOrigin, dataDir, sendgrid, twilio, google, stripe: key, eventDelay = EVENT_DELAY_MS }: SimulatorOptions,
  origin: string,
  parts: Parts,
) {
  const shared = { faults: parts.faults, dataDir, origin };
  const stripe = stripeRoutes({ ...shared, ...key, appOrigin, eventDelay });
  const routes: Routes = {
    'GET /healthz': ({ response }) => sendJson(response, 200, { status: 'ok' }),
    ...sendgridRoutes({ ...parts, apiKey: sendgrid.apiKey, senders: sendgrid.senders.map(lower) }),
    ...twilioRoutes({ ...parts, ...twilio, appOrigin }),
    ...googleRoutes({ ...shared, ...google, redirectUri: `${appOrigin}/auth/google/callback` }),
    ...stripe.routes,
    ...apiRoutes(parts),
    ...pageRoutes(parts),
    ...galleryRoutes,
  };
  return { routes, stripe };
}

const lower = (address: string) => address.toLowerCase();

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

async function close(server: Server, tellers: { close(): void }[], journals: { close(): void }[]): Promise<void> {
  for (const teller of tellers) teller.close();
  const closed = once(server, 'close');
  server.close();
  // Again and again: one may have been on its way in.
  const ending = setInterval(() => server.closeAllConnections(), CLOSE_EACH_MS);
  server.closeAllConnections();
  await closed;
  clearInterval(ending);
  for (const journal of journals) journal.close();
}
