import type { Operation } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import type { Web } from '#tests/http/web.ts';
import { broken } from './schemas.ts';

/** An answer as a program gets it. */
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

/** A person's program, with a token. */
export interface Client {
  id: string;
  email: string;
  token: string;
  /** @param line a call as the specification writes it, with its query */
  call<T = Record<string, unknown>>(line: string, sent?: Sent): Promise<Reply<T>>;
}

/**
 * Calls without a token.
 * @throws if the answer is not as the OpenAPI document says
 */
export async function call<T = Record<string, unknown>>(
  web: Web,
  line: string,
  { json, form, headers = {} }: Sent = {},
): Promise<Reply<T>> {
  const [method = '', path = ''] = line.split(' ');
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? (form ?? null) : JSON.stringify(json);
  const response = await web.visitor().send(`/api${path}`, { method, headers: { ...type, ...headers }, body });
  const text = await response.text();
  const came = response.headers.get('content-type');
  const answer = /\bjson\b/.test(came ?? '') ? JSON.parse(text) : null;
  const operation = operationAt(method, path);
  const differs = operation ? broken(operation, response.status, came, answer) : [];
  if (differs.length > 0) throw new Error(`${line} is not as the document says: ${differs.join('; ')}`);
  return { status: response.status, headers: response.headers, body: answer as T };
}

/** @returns the operation of a call; undefined for an unknown address */
function operationAt(method: string, path: string): Operation | undefined {
  const [address = ''] = path.split('?');
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  const exact = OPERATIONS.find((one) => one.method === method && one.path === address);
  return exact ?? OPERATIONS.find((one) => one.method === method && fits(one.path));
}

/** A new person with a program; on Plus by default, so that it can schedule and arm. */
export async function newClient(web: Web, plan: Plan = 'plus'): Promise<Client> {
  const { id, email, secret: token } = await web.account('token', undefined, plan);
  return {
    id,
    email,
    token,
    call: (line, sent = {}) =>
      call(web, line, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } }),
  };
}

/** Saves a letter. @returns its id */
export async function newLetter(client: Client, content = 'Dear Ana,\n\nStill here.'): Promise<string> {
  const json = { title: 'How we chose your name', type: 'text', content, is_public: false, metadata: {} };
  const { body } = await client.call<{ id: string }>('POST /content/upload', { json });
  return body.id;
}

/** A form whose file comes before its fields, as programs may write it. */
export function fileForm(fields: Record<string, string>, bytes: Buffer, name = 'notes.txt', part = 'file'): FormData {
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

/** A content, as a list of them shows it. */
export interface Item {
  id: string;
  title: string;
  content: string;
  file_id: string | null;
}

/** @returns the fields that a refusal names */
export const fieldsOf = ({ body }: { body: Record<string, unknown> }) =>
  ((body.errors ?? []) as { field: string }[]).map(({ field }) => field);

/** The same with several files, by the names of their parts. */
export function filesForm(fields: Record<string, string>, files: Record<string, Buffer>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const [part, bytes] of Object.entries(files))
    form.append(part, new Blob([new Uint8Array(bytes)]), `${part}.age`);
  return form;
}
