/**
 * Google as an OpenID provider: discovery, keys, an account chooser for people, tokens, and pictures.
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultOf, Faults } from '../faults.ts';
import { playRefusal } from '../play-fault.ts';
import { type Call, type Routes, readForm, redirect, sendEmpty, sendJson, sendPage } from '../router.ts';
import { accountChooser, requestError } from './account-chooser.ts';
import { ACCOUNTS, accountFor, type GoogleAccount, pictureOf } from './accounts.ts';
import { type SigningKeys, signingKeys } from './keys.ts';
import { claimsOf, type Grant, idToken } from './tokens.ts';

const CODE_LIFE_MS = 60_000;

export interface GoogleOptions {
  clientId: string;
  clientSecret: string;
  /** The one allowed redirect address. */
  redirectUri: string;
  faults: Faults;
  /** The folder for the key. */
  dataDir: string;
  /** Where the simulators listen. */
  origin: string;
}

/** A code that can be exchanged once. */
interface Code extends Grant {
  challenge: string;
  /** In milliseconds since the epoch. */
  expiresAt: number;
}

/** The state of the provider, in memory only. */
interface Provider extends GoogleOptions {
  issuer: string;
  keys: SigningKeys;
  codes: Map<string, Code>;
  bearers: Map<string, GoogleAccount>;
}

/** The routes under `/google`, which is also the issuer. */
export function googleRoutes(options: GoogleOptions): Routes {
  const keys = signingKeys(join(options.dataDir, 'google-key.pem'));
  const provider = { ...options, issuer: `${options.origin}/google`, keys, codes: new Map(), bearers: new Map() };
  const { faults, issuer, redirectUri } = provider;
  const formOrigins = [new URL(redirectUri).origin];
  return {
    'GET /google/.well-known/openid-configuration': (call) =>
      answerUnlessFault(faults.takeAt('discovery'), call, () => sendJson(call.response, 200, discovery(issuer))),
    'GET /google/certs': (call) =>
      answerUnlessFault(faults.takeAt('keys'), call, () => sendJson(call.response, 200, keys.jwks)),
    'GET /google/authorize': ({ response, url }) => {
      const problem = requestProblem(url.searchParams, options);
      if (problem) sendPage(response, 400, requestError(problem), formOrigins);
      else sendPage(response, 200, accountChooser(new Map(url.searchParams)), formOrigins);
    },
    'POST /google/authorize': async ({ request, response }) => {
      const form = await readForm(request);
      const problem = requestProblem(form, options);
      if (problem) sendPage(response, 400, requestError(problem), formOrigins);
      else redirect(response, redirectTarget(form, provider));
    },
    'POST /google/token': async (call) => {
      const form = await readForm(call.request);
      const fault = faults.takeAt('token');
      await answerUnlessFault(fault, call, () => exchange(provider, call, form, fault));
    },
    'GET /google/userinfo': (call) => sendUserInfo(provider, call),
    'GET /google/picture/:id': async ({ response, id }) => {
      const account = ACCOUNTS.find(({ subject }) => subject === id);
      if (account) response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf(account));
      else sendEmpty(response, 404);
    },
  };
}

/** Answers a code with tokens: once, only to the client, and only with the verifier of the code. */
function exchange(
  provider: Provider,
  { request, response }: Call,
  form: URLSearchParams,
  fault: FaultOf<'google'> | null,
): void {
  const code = provider.codes.get(form.get('code') ?? '');
  provider.codes.delete(form.get('code') ?? '');
  const verifier = form.get('code_verifier') ?? '';
  if (!isClient(request, form, provider)) {
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
    provider.bearers.set(access_token, code.account);
    const id_token = idToken(provider, code, fault?.mode);
    const rest = { expires_in: 3_599, token_type: 'Bearer', scope: 'openid email profile' };
    sendJson(response, 200, { access_token, id_token, ...rest });
  }
}

function sendUserInfo({ bearers, origin }: Provider, { request, response }: Call): void {
  const account = bearers.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  if (account) sendJson(response, 200, claimsOf(account, origin));
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

/** @returns what is wrong with an authorization request, in a sentence; null for a good one */
function requestProblem(form: URLSearchParams, { clientId, redirectUri }: GoogleOptions): string | null {
  if (form.get('client_id') !== clientId) return 'No client has this client_id.';
  if (form.get('redirect_uri') !== redirectUri) return `The redirect_uri must be ${redirectUri}.`;
  if (form.get('response_type') !== 'code') return 'The response_type must be code.';
  if (!form.get('scope')?.split(' ').includes('openid')) return 'The scope must name openid.';
  if (form.get('code_challenge_method') !== 'S256' || !form.get('code_challenge'))
    return 'A code_challenge is missing.';
  if (!form.get('state') || !form.get('nonce')) return 'The state or the nonce is missing.';
  return null;
}

/** @returns the redirect address with a code, or with `access_denied` for a person who cancelled */
function redirectTarget(form: URLSearchParams, { codes, issuer }: Provider): string {
  const target = new URL(form.get('redirect_uri') ?? '');
  target.searchParams.set('state', form.get('state') ?? '');
  target.searchParams.set('iss', issuer);
  const email = form.get('account');
  if (!email) {
    target.searchParams.set('error', 'access_denied');
    return target.href;
  }
  const code = randomBytes(24).toString('base64url');
  codes.set(code, {
    account: accountFor(email),
    nonce: form.get('nonce') ?? '',
    challenge: form.get('code_challenge') ?? '',
    expiresAt: Date.now() + CODE_LIFE_MS,
  });
  target.searchParams.set('code', code);
  return target.href;
}

/** The client may authenticate by the header or by the form. */
function isClient(request: IncomingMessage, form: URLSearchParams, options: GoogleOptions): boolean {
  const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
  return (
    request.headers.authorization === `Basic ${basic}` ||
    (form.get('client_id') === options.clientId && form.get('client_secret') === options.clientSecret)
  );
}

/** Plays a fault that prevents the answer. Other faults change what the answer contains. */
async function answerUnlessFault(
  fault: FaultOf<'google'> | null,
  { request, response }: Call,
  answer: () => void,
): Promise<void> {
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  const isRefused = playRefusal(fault, request, (status) => sendJson(response, status, { error: 'backend_error' }));
  if (!isRefused) answer();
}
