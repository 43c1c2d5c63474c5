/**
 * Calls addresses that anyone may have chosen. The name is looked up here, once for each call. Every address that it leads to
 * must be public, and the connection goes to one of those: a name whose answer changes meanwhile gains nothing.
 */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalhost, type WebhookAnswer, type WebhookFailure } from '#domain/webhooks/webhooks.ts';
import type { WebhookCall, WebhookSender } from '#services/ports/webhooks.ts';
import { retryAfterOf } from './lost-call.ts';
import { isPublicAddress } from './public-address.ts';

/** So much of an answer is read before we hang up, in bytes: some programs stop their work when nobody reads it. */
const READ_MAX = 64 * 1024;
const HEADERS_MAX = 16 * 1024;
const THIS_MACHINE = ['127.0.0.1'];
/** Codes of Node and OpenSSL when the other side's certificate or protocol is wrong. */
const CERTIFICATE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_|INVALID_|EPROTO)/;

export interface WebhookOptions {
  /** @returns the addresses of a name, of both kinds; none where it has none */
  resolve(name: string): Promise<readonly string[]>;
  /** @returns a signal that ends one call, begun now */
  deadline(): AbortSignal;
  /** Whether this machine itself may be called, by http as well: for development. */
  toLocalhost: boolean;
  /** Which addresses may be called; the public ones unless a test says otherwise. */
  isAllowed?: (address: string) => boolean;
  /** A certificate authority to trust besides the usual ones; for tests. */
  ca?: string | undefined;
}

/** @see https://owasp.org/www-community/attacks/Server_Side_Request_Forgery */
export function httpWebhooks(options: WebhookOptions): WebhookSender {
  return {
    async post(call) {
      const deadline = options.deadline();
      try {
        const url = new URL(call.url);
        const addresses = await addressesOf(options, url, deadline);
        if (typeof addresses === 'string') return { kind: 'failed', failure: addresses };
        return await send(url, call, { ca: options.ca, addresses, deadline });
      } catch (error) {
        return { kind: 'failed', failure: deadline.aborted ? 'time-out' : failureOf(error) };
      }
    },
  };
}

/** @returns the addresses that may be called, or why there are none: one that may not be called spoils the others */
async function addressesOf(
  { resolve, toLocalhost, isAllowed = isPublicAddress }: WebhookOptions,
  url: URL,
  deadline: AbortSignal,
): Promise<readonly string[] | WebhookFailure> {
  if (toLocalhost && isLocalhost(url)) return THIS_MACHINE;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await Promise.race([resolve(name), rejectedBy(deadline)]);
  if (addresses.length === 0) return 'no-address';
  return url.protocol === 'https:' && addresses.every(isAllowed) ? addresses : 'address-refused';
}

interface Sending extends Pick<WebhookOptions, 'ca'> {
  addresses: readonly string[];
  deadline: AbortSignal;
}

function send(url: URL, { headers, body }: WebhookCall, { addresses, deadline, ca }: Sending): Promise<WebhookAnswer> {
  const options: RequestOptions & { ca?: string } = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own: one that is kept open would not ask where it leads.
    agent: false,
    lookup: lookupOf(addresses),
    maxHeaderSize: HEADERS_MAX,
    signal: deadline,
    ...(ca && { ca }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: told } = response;
      const done = () => {
        resolve({ kind: 'answered', status, retryAfter: retryAfterOf(told) });
        request.destroy();
      };
      // Its status counts, whatever happens to the rest.
      request.off('error', reject).on('error', done);
      drain(response, done);
    });
    request.end(body);
  });
}

/** Reads an answer to its end, or as far as it may be read; its status counts in any case. */
function drain(response: IncomingMessage, done: () => void): void {
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > READ_MAX) done();
  });
  for (const event of ['end', 'error', 'close'] as const) response.on(event, done);
}

/** Answers with what was checked, whatever the name leads to by now. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all: wantsAll }, answer) => {
    if (wantsAll) answer(null, all);
    else answer(null, all[0]?.address ?? '', all[0]?.family);
  };
}

function failureOf(error: unknown): WebhookFailure {
  return CERTIFICATE.test((error as NodeJS.ErrnoException).code ?? '') ? 'certificate' : 'no-connection';
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
