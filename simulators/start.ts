/** All simulators in one server: each vendor's own wire protocol, pages for people, and JSON for tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { apiRoutes } from './api.ts';
import { Faults } from './faults.ts';
import type { Gallery } from './gallery/page.ts';
import { galleryRoutes } from './gallery/routes.ts';
import { googleRoutes } from './google/provider.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { Messages } from './messages.ts';
import { eventReporter, type ReportEvent } from './report-event.ts';
import { type Routes, router, sendJson } from './router.ts';
import { sendgridRoutes } from './sendgrid/api.ts';
import { Webhook } from './sendgrid/webhook.ts';
import { type StripeOptions, stripeRoutes } from './stripe/api.ts';
import { twilioRoutes } from './twilio/api.ts';
import { Callbacks } from './twilio/callbacks.ts';

const EVENT_DELAY_MS = 300;
/** Longer than any client keeps an idle connection, so that the client closes it first. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_EACH_MS = 100;

/** What the simulators need to start. */
export interface SimulatorsOptions {
  /** 0 picks a free port. */
  port: number;
  /** The folder in which accepted messages and purchases survive the process. */
  dataDir: string;
  /** Where the product listens; events go to its `/webhooks/...`. */
  appOrigin: string;
  sendgrid: {
    apiKey: string;
    /** EC P-256, base64 PKCS8 DER. */
    webhookPrivateKey: string;
    /** The verified addresses that may send. */
    senders: string[];
  };
  twilio: {
    accountSid: string;
    authToken: string;
    /** The account's WhatsApp number, in E.164. */
    from: string;
    /** The account's number for text messages, in E.164. */
    smsFrom: string;
    /** The approved template of deliveries. */
    contentSid: string;
    /** The approved template of warnings; none if it is left out. */
    warningContentSid?: string | undefined;
  };
  google: { clientId: string; clientSecret: string };
  stripe: Pick<StripeOptions, 'secretKey' | 'webhookSecret'>;
  /** What the Stripe account sells from the start; empty by default, as a new account is. */
  catalogue?: StripeOptions['catalogue'];
  /** The mails to show at `/gallery`; none by default. */
  gallery?: Gallery;
  /** From acceptance to its report, in milliseconds; 300 by default. */
  eventDelay?: number;
  /** Gets each line that a developer should read; silent by default. */
  log?: (line: string) => void;
}

/** Running simulators. */
export interface Simulators {
  origin: string;
  /** Closes every connection and ends. Whatever was accepted is in the folder. A second call waits for the same end. */
  close(): Promise<void>;
}

/**
 * Starts the simulators on 127.0.0.1.
 * @throws when the port is in use (EADDRINUSE), the folder is not writable, or the key is not readable
 */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { log = () => {}, sendgrid, twilio, eventDelay = EVENT_DELAY_MS } = options;
  const server = createServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The port before the folder: a second start by mistake must not touch the files of the first.
  const { port } = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  try {
    const messages = new Messages(join(options.dataDir, 'messages.jsonl'));
    const shared = { delay: eventDelay, messages, log };
    const url = `${options.appOrigin}/webhooks/sendgrid`;
    const webhook = new Webhook({ ...shared, url, privateKey: sendgrid.webhookPrivateKey });
    const callbacks = new Callbacks({ ...shared, ...twilio });
    const reportEvent = eventReporter({ webhook, callbacks, messages });
    const deps = { messages, faults: new Faults(), reportEvent, webhook, callbacks };
    const { routes, stripe } = allRoutes({ ...options, eventDelay }, origin, deps);
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

interface Deps {
  messages: Messages;
  faults: Faults;
  reportEvent: ReportEvent;
  webhook: Webhook;
  callbacks: Callbacks;
}

function allRoutes(options: SimulatorsOptions & { eventDelay: number }, origin: string, deps: Deps) {
  const { appOrigin, dataDir, sendgrid, twilio, google, eventDelay, catalogue = [], gallery = {} } = options;
  const shared = { faults: deps.faults, dataDir, origin };
  const stripe = stripeRoutes({ ...shared, ...options.stripe, catalogue, appOrigin, eventDelay });
  const routes: Routes = {
    'GET /healthz': ({ response }) => sendJson(response, 200, { status: 'ok' }),
    ...sendgridRoutes({ ...deps, apiKey: sendgrid.apiKey, senders: sendgrid.senders.map(lower) }),
    ...twilioRoutes({ ...deps, ...twilio, appOrigin }),
    ...googleRoutes({ ...shared, ...google, redirectUri: `${appOrigin}/auth/google/callback` }),
    ...stripe.routes,
    ...apiRoutes(deps),
    ...inboxRoutes(deps),
    ...galleryRoutes(gallery),
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

async function close(server: Server, senders: { close(): void }[], journals: { close(): void }[]): Promise<void> {
  for (const sender of senders) sender.close();
  const closed = once(server, 'close');
  server.close();
  // Repeatedly, because a connection may just have been opening.
  const ending = setInterval(() => server.closeAllConnections(), CLOSE_EACH_MS);
  server.closeAllConnections();
  await closed;
  clearInterval(ending);
  for (const journal of journals) journal.close();
}
