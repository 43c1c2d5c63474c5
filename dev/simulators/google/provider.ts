/**
 * An OpenID provider as Google is one: discovery, keys, an account chooser for people, tokens, and their pictures.
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultOf, Faults } from '../faults.ts';
import { type Call, type Routes, readBody, sendEmpty, sendJson } from '../http.ts';
import { chooser, refusal } from './chooser.ts';
import { type SigningKeys, signingKeys } from './keys.ts';
import { PEOPLE, type Person, personOf, pictureOf } from './people.ts';
import { claimsOf, type Granted, idToken } from './tokens.ts';

const CODE_LIFE_MS = 60_000;
const FORM_MAX_BYTES = 64 * 1_024;
const HOLD_MS = 600_000;

export interface GoogleOptions {
  clientId: string;
  clientSecret: string;
  /** The one address that people may be sent back to. */
  redirectUri: string;
  faults: Faults;
  /** The folder that keeps the keys. */
  dataDir: string;
  /** Where the simulators listen. */
  origin: string;
}

/** A code that waits to be exchanged, once. */
interface Code extends Granted {
  challenge: string;
  expiresAt: number;
}

/** What it remembers until it ends. */
interface Provider extends GoogleOptions {
  issuer: string;
  keys: SigningKeys;
  codes: Map<string, Code>;
  bearers: Map<string, Person>;
}

/** The routes under `/google`, which is also the issuer. */
export function googleRoutes(options: GoogleOptions): Routes {
  const keys = signingKeys(join(options.dataDir, 'google-key.pem'));
  const provider = { ...options, issuer: `${options.origin}/google`, keys, codes: new Map(), bearers: new Map() };
  const { faults, issuer, redirectUri } = provider;
  return {
    'GET /google/.well-known/openid-configuration': (call) =>
      unlessFault(faults.takeAt('discovery'), call, () => sendJson(call.response, 200, discovery(issuer))),
    'GET /google/certs': (call) =>
      unlessFault(faults.takeAt('keys'), call, () => sendJson(call.response, 200, keys.jwks)),
    'GET /google/authorize': ({ response, url }) => {
      const wrong = wrongWith(url.searchParams, options);
      const page = wrong ? refusal(wrong) : chooser(new Map(url.searchParams));
      showPage(response, wrong ? 400 : 200, page, redirectUri);
    },
    'POST /google/authorize': async ({ request, response }) => {
      const form = await readForm(request);
      const wrong = wrongWith(form, options);
      if (wrong) showPage(response, 400, refusal(wrong), redirectUri);
      else response.writeHead(303, { location: wayBack(form, provider) }).end();
    },
    'POST /google/token': async (call) => {
      const form = await readForm(call.request);
      const fault = faults.takeAt('token');
      await unlessFault(fault, call, () => exchange(provider, call, form, fault));
    },
    'GET /google/userinfo': (call) => tellAboutBearer(provider, call),
    'GET /google/picture/:id': async ({ response, id }) => {
      const person = PEOPLE.find(({ subject }) => subject === id);
      if (person) response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf(person));
      else sendEmpty(response, 404);
    },
  };
}

/** A token for a code: from our client, once, and by whoever holds the code's verifier. */
function exchange(
  provider: Provider,
  { request, response }: Call,
  form: URLSearchParams,
  fault: FaultOf<'google'> | null,
): void {
  const code = provider.codes.get(form.get('code') ?? '');
  provider.codes.delete(form.get('code') ?? '');
  const verifier = form.get('code_verifier') ?? '';
  if (!isOurClient(request, form, provider)) {
    sendJson(response, 401, { error: 'invalid_client' });
  } else if (
    !code ||
    form.get('grant_type') !== 'authorization_code' ||
    form.get('redirect_uri') !== provider.redirectUri ||
    code.expiresAt < Date.now() ||
    code.challenge !== createHash('sha256').update(verifier).digest('base64url')
  ) {
    sendJson(response, 400, { error: 'invalid_grant', error_description: 'Bad Request' });
  } else {
    const access_token = randomBytes(24).toString('base64url');
    provider.bearers.set(access_token, code.person);
    const id_token = idToken(provider, code, fault?.mode);
    const rest = { expires_in: 3_599, token_type: 'Bearer', scope: 'openid email profile' };
    sendJson(response, 200, { access_token, id_token, ...rest });
  }
}

function tellAboutBearer({ bearers, origin }: Provider, { request, response }: Call): void {
  const person = bearers.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  if (person) sendJson(response, 200, claimsOf(person, origin));
  else sendJson(response, 401, { error: 'invalid_request' });
}

function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** @returns what is wrong with an authorization request, in a sentence; null when nothing is */
function wrongWith(ask: URLSearchParams, { clientId, redirectUri }: GoogleOptions): string | null {
  if (ask.get('client_id') !== clientId) return 'No client has this client_id.';
  if (ask.get('redirect_uri') !== redirectUri) return `The redirect_uri must be ${redirectUri}.`;
  if (ask.get('response_type') !== 'code') return 'The response_type must be code.';
  if (!ask.get('scope')?.split(' ').includes('openid')) return 'The scope must name openid.';
  if (ask.get('code_challenge_method') !== 'S256' || !ask.get('code_challenge')) return 'A code_challenge is missing.';
  if (!ask.get('state') || !ask.get('nonce')) return 'The state or the nonce is missing.';
  return null;
}

/** Where the choice leads: back with a code, or with the word that somebody did not want to. */
function wayBack(form: URLSearchParams, { codes, issuer }: Provider): string {
  const back = new URL(form.get('redirect_uri') ?? '');
  back.searchParams.set('state', form.get('state') ?? '');
  back.searchParams.set('iss', issuer);
  const account = form.get('account');
  if (!account) {
    back.searchParams.set('error', 'access_denied');
    return back.href;
  }
  const code = randomBytes(24).toString('base64url');
  codes.set(code, {
    person: personOf(account),
    nonce: form.get('nonce') ?? '',
    challenge: form.get('code_challenge') ?? '',
    expiresAt: Date.now() + CODE_LIFE_MS,
  });
  back.searchParams.set('code', code);
  return back.href;
}

/** By the header or by the form; both are allowed. */
function isOurClient(request: IncomingMessage, form: URLSearchParams, options: GoogleOptions): boolean {
  const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
  return (
    request.headers.authorization === `Basic ${basic}` ||
    (form.get('client_id') === options.clientId && form.get('client_secret') === options.clientSecret)
  );
}

/** Plays what keeps an address from answering at all; other faults are in what it says. */
async function unlessFault(
  fault: FaultOf<'google'> | null,
  { request, response }: Call,
  answer: () => void,
): Promise<void> {
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  if (fault?.mode === 'status') sendJson(response, fault.status ?? 500, { error: 'backend_error' });
  else if (fault?.mode === 'timeout') request.socket.setTimeout(HOLD_MS, () => request.socket.destroy());
  else if (fault?.mode === 'reset') request.socket.resetAndDestroy();
  else answer();
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
}

/** Its forms end at the product's address, which browsers count as where they lead. */
function showPage(response: ServerResponse, status: number, body: string, redirectUri: string): void {
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${new URL(redirectUri).origin}; base-uri 'none'`;
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(body);
}
