/** For tests with the simulators: simulators that end with the test, the real SDK of SendGrid, and a webhook. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sendgrid from '@sendgrid/mail';
import { type Gallery, type Simulators, startSimulators } from '@stillhere/simulators';
import { onTestFinished } from 'vitest';
import { stripeCatalogue } from '#dev/stripe-catalogue.ts';

export const API_KEY = 'SG.local.simulator';
export const FROM = 'letters@stillhere.example';

export const GOOGLE = { clientId: 'stillhere-tests', clientSecret: 'only for tests' };

export const TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'only for tests',
  from: '+12025550100',
  smsFrom: '+12025550101',
  contentSid: `HX${'0'.repeat(32)}`,
};

export const STRIPE = { secretKey: 'sk_test_only', webhookSecret: 'whsec_test_only' };

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const privateKey = keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

/** Google's simulator would make one for each test, which takes a fifth of a second. */
const googleKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
  format: 'pem',
  type: 'pkcs8',
});

export type PostedEvent = Record<string, unknown> & { event: string; sg_event_id: string; sg_message_id: string };
export interface Post {
  events: PostedEvent[];
  isSigned: boolean;
}

/** A product that accepts SendGrid's events and records them. @param answer the status of each answer */
export async function listenForEvents(answer: () => number | Promise<number> = () => 204) {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const timestamp = String(request.headers['x-twilio-email-event-webhook-timestamp']);
    const signature = String(request.headers['x-twilio-email-event-webhook-signature']);
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    const isSigned = verify('sha256', signed, keys.publicKey, Buffer.from(signature, 'base64'));
    const status = request.url === '/webhooks/sendgrid' ? answer() : 404;
    posts.push({ events: JSON.parse(body.toString()) as PostedEvent[], isSigned });
    response.writeHead(await status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    events: () => posts.flatMap((post) => post.events),
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns a folder for simulators, with a key for Google's */
export function simulatorFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'google-key.pem'), googleKey);
  return folder;
}

/** Simulators with short delays that end with the test. Without an app, nothing answers their events. */
export async function simulator(
  options: {
    appOrigin?: string;
    dataDir?: string;
    eventDelay?: number;
    /** A Stripe account without products and prices. */
    isEmptyStripe?: boolean | undefined;
    gallery?: Gallery;
    /** The template of warnings; Twilio has none otherwise. */
    warningContentSid?: string;
  } = {},
): Promise<Simulators> {
  const running = await startSimulators({
    port: 0,
    dataDir: options.dataDir ?? simulatorFolder(),
    appOrigin: options.appOrigin ?? 'http://127.0.0.1:9',
    sendgrid: { apiKey: API_KEY, webhookPrivateKey: privateKey, senders: [FROM] },
    twilio: { ...TWILIO, warningContentSid: options.warningContentSid },
    google: GOOGLE,
    stripe: STRIPE,
    catalogue: options.isEmptyStripe ? [] : stripeCatalogue(),
    gallery: options.gallery,
    eventDelay: options.eventDelay ?? 20,
  });
  onTestFinished(() => running.close());
  return running;
}

interface Sdk {
  send: typeof sendgrid.send;
  setApiKey(apiKey: string): void;
  client: { setDefaultRequest(key: string, value: unknown): void };
}

/** For what comes on its own, such as events: as long as it takes on a busy machine. */
export const SOON = { timeout: 15_000, interval: 15 };

/**
 * The real SDK with another base URL.
 * @param timeout of one call, in milliseconds; no call that gets its answer reaches it, however busy the machine is
 */
export function sdk(origin: string, apiKey = API_KEY, timeout = 15_000): Sdk {
  // The types of the SDK have only its one shared instance.
  const { MailService } = sendgrid as unknown as { MailService: new () => Sdk };
  const mail = new MailService();
  mail.setApiKey(apiKey);
  mail.client.setDefaultRequest('baseUrl', origin);
  mail.client.setDefaultRequest('timeout', timeout);
  return mail;
}

export function letter(over: Record<string, unknown> = {}) {
  return {
    to: { email: 'ana@example.com', name: 'Ana' },
    from: { email: FROM, name: 'Stillhere' },
    subject: 'Helena wrote to you',
    text: 'Open the letter: https://stillhere.example/m/secret',
    html: '<html><head><title>x</title></head><body><a href="https://stillhere.example/m/secret">Open</a></body></html>',
    customArgs: { attempt_id: 'a-1' },
    ...over,
  };
}

/** Sends a letter. @returns its message id */
export async function sent(origin: string, over: Record<string, unknown> = {}): Promise<string> {
  const [response] = await sdk(origin).send(letter(over));
  return String((response.headers as Record<string, string>)['x-message-id']);
}

/** Requests JSON from the simulators: a POST if there is a body. */
export async function ask<Answer>(
  origin: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Answer }> {
  const response = await fetch(
    `${origin}${path}`,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  return { status: response.status, json: (await response.json()) as Answer };
}

export interface ListedMessage {
  id: string;
  to: string;
  from: string;
  subject: string;
  text?: string;
  html?: string;
  status: string;
  accepted_at: string;
  custom_args: Record<string, string>;
}

export async function messages(origin: string, query = ''): Promise<ListedMessage[]> {
  return (await ask<ListedMessage[]>(origin, `/api/messages${query}`)).json;
}
