import { randomBytes } from 'node:crypto';
import type { Web } from '#tests/http/web.ts';

/** What a program gets. */
export interface Reply<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** Null where there is none. */
  body: T;
}

interface Sent {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** Somebody's program: it knows section 7 of the specification, and a token. */
export interface Client {
  id: string;
  email: string;
  token: string;
  /** @param line a call as the specification writes it, with its query */
  call<T = Record<string, unknown>>(line: string, sent?: Sent): Promise<Reply<T>>;
}

/** Calls without a token. */
export async function call<T = Record<string, unknown>>(
  web: Web,
  line: string,
  { json, form, headers = {} }: Sent = {},
): Promise<Reply<T>> {
  const [method = '', path = ''] = line.split(' ');
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? (form ?? null) : JSON.stringify(json);
  const response = await fetch(`${web.origin}/api${path}`, { method, headers: { ...type, ...headers }, body });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : null) as T };
}

/** Registers somebody new. */
export async function newClient(web: Web): Promise<Client> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const account = { email, password: 'stillhere', name: 'Helena Duarte' };
  const { body } = await call<{ session_token: string; user: { id: string } }>(web, 'POST /auth/register', {
    json: account,
  });
  const token = body.session_token;
  return {
    id: body.user.id,
    email,
    token,
    call: (line, sent = {}) =>
      call(web, line, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } }),
  };
}

/** A letter of somebody's, kept through the API. */
export async function newLetter(client: Client, content = 'Dear Ana,\n\nStill here.'): Promise<string> {
  const json = { title: 'How we chose your name', type: 'text', content, is_public: false, metadata: {} };
  const { body } = await client.call<{ id: string }>('POST /content/upload', { json });
  return body.id;
}

/** Gives somebody the plan with public sharing. */
export async function makePremium(web: Web, { id }: Client): Promise<void> {
  await web.query(`insert into subscriptions (owner_id, plan) values (?, 'premium')`, [id]);
}

/** A form with a file, in the order in which a client without a form writes it. */
export function fileForm(fields: Record<string, string>, bytes: Buffer, name = 'notes.txt'): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}
