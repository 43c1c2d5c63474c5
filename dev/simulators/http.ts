/** The little HTTP that the simulators share: a table of routes, bodies, answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request on its way through the routes. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** What stood in place of `:id` in the route, else empty. */
  id: string;
}

export type Handler = (call: Call) => void | Promise<void>;
/** Keys are `METHOD /path`, where one segment may be `:id`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Thrown by a handler to answer with a status and a sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Makes a request listener of a table of routes.
 * @param log told about faults of the simulator itself, which are answered 500
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
      throw new Refused(404, 'There is nothing at this address.');
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
  if (error instanceof Refused) {
    sendJson(response, error.status, { error: error.message });
  } else if (error instanceof URIError) {
    sendJson(response, 400, { error: 'The address is not readable.' });
  } else {
    log(`The simulator failed at ${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}`);
    sendJson(response, 500, { error: 'The simulator failed; its log says more.' });
  }
}

/**
 * Reads a request's whole body.
 * @param limit in bytes
 * @throws Refused 413 when it is longer
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too long is read to its end and dropped: a client that is still sending would not see the answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new Refused(413, 'The body is too long.');
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** @throws Refused 400 when the body is not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, 1_048_576);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refused(400, 'The body is not JSON.');
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
