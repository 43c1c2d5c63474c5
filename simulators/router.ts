/** The HTTP that the simulators share: a table of routes, request bodies, answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';

/** One request, with the response to write. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The segment in place of `:id` in the route; empty without one. */
  id: string;
}

export type Handler = (call: Call) => void | Promise<void>;
/** Keys are `METHOD /path`, where one segment may be `:id`. */
export type Routes = Readonly<Record<string, Handler>>;

/** A handler throws it to answer with a status and a sentence. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * @param log gets bugs of the simulator itself, which are answered with 500
 * @returns a request listener for a table of routes
 */
export function router(routes: Routes, log: (line: string) => void) {
  const patterns = Object.entries(routes)
    .filter(([key]) => key.includes(':id'))
    .map(([key, handler]) => ({ pattern: new RegExp(`^${key.replace(':id', '([^/]+)')}$`), handler }));

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const url = new URL(request.url ?? '/', 'http://simulator');
      const key = `${request.method} ${url.pathname}`;
      const exact = routes[key];
      if (exact) return await exact({ request, response, url, id: '' });
      for (const { pattern, handler } of patterns) {
        const id = pattern.exec(key)?.[1];
        if (id) return await handler({ request, response, url, id: decodeURIComponent(id) });
      }
      throw new HttpError(404, 'There is nothing at this address.');
    } catch (error) {
      answerError(request, response, error, log);
    }
  };
}

function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: (line: string) => void,
): void {
  if (response.headersSent || request.socket.destroyed) return;
  if (error instanceof HttpError) {
    sendJson(response, error.status, { error: error.message });
  } else if (error instanceof URIError) {
    sendJson(response, 400, { error: 'The address is not readable.' });
  } else {
    log(`The simulator failed at ${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}`);
    sendJson(response, 500, { error: 'The simulator failed; its log says more.' });
  }
}

/**
 * @param limit in bytes
 * @returns the whole body of a request
 * @throws HttpError 413 for a longer one
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped: a client that is still sending would not see the answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new HttpError(413, 'The body is too long.');
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** @throws HttpError 400 when the body is not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, 1_048_576);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
}

/** @throws HttpError 400 that names what is wrong with the input */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new HttpError(400, error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Answers without a body. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

/** Answers 303 See Other. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/**
 * Answers with an HTML page that loads only the shared style sheet.
 * @param formOrigins further origins that its forms may lead to; browsers check a form's redirects, too
 */
export function sendPage(response: ServerResponse, status: number, body: string, formOrigins: string[] = []): void {
  const formAction = ["'self'", ...formOrigins].join(' ');
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action ${formAction}; base-uri 'none'`;
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(body);
}

/**
 * @param limit in bytes
 * @returns the form that a request carries
 * @throws HttpError 413 for a longer one
 */
export async function readForm(request: IncomingMessage, limit = 65_536): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, limit)).toString('utf8'));
}
