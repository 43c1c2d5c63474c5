/**
 * A proxy with TLS in front of the web processes of `npm run cluster`. In production it is nginx, Caddy or a load balancer;
 * this one shows what is asked of it. A request goes to another web process only if the first could not be connected to:
 * after that, it may have been acted on, and only the person knows whether to repeat it.
 */
import { readFileSync } from 'node:fs';
import {
  createServer as createControl,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Target, Targets } from './targets.ts';

/** In milliseconds. */
const CHECK_EACH = 1_000;
const CHECK_WITHIN = 5_000;
const CONNECT_WITHIN = 2_000;
/** Of a browser's idle connection. */
const KEEP_ALIVE = 60_000;
const MAINTENANCE = join(import.meta.dirname, '../../docs/maintenance.html');
/** They are about one connection: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade', 'expect'];
/** Names the web process that answered, or that ended without an answer. */
export const SERVED_BY = 'x-served-by';

/** How a proxy is started. */
export interface ProxyOptions {
  port: number;
  control: number;
  cert: string;
  key: string;
  targets: readonly Target[];
}

/** @returns a function that stops the proxy: no new requests, and none is cut */
export async function startProxy({
  port,
  control,
  cert,
  key,
  targets: list,
}: ProxyOptions): Promise<() => Promise<void>> {
  const targets = new Targets(list);
  const maintenance = readFileSync(MAINTENANCE);
  const proxy = createServer({ cert, key, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
    pass(targets, request, response, maintenance).catch(() => response.destroy());
  });
  const controller = createControl((request, response) => void command(targets, request, response));
  const check = () => Promise.all(list.map((target) => see(targets, target)));
  await check();
  const checks = setInterval(() => void check(), CHECK_EACH);
  await Promise.all([listen(proxy, port), listen(controller, control, '127.0.0.1')]);
  return async () => {
    clearInterval(checks);
    controller.close();
    controller.closeAllConnections();
    const closed = new Promise((resolve) => proxy.close(resolve));
    proxy.closeIdleConnections();
    await closed;
  };
}

function listen(server: Pick<Server, 'listen' | 'once'>, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host ? { host } : {}) }, () => resolve());
  });
}

async function see(targets: Targets, target: Target): Promise<void> {
  try {
    const signal = AbortSignal.timeout(CHECK_WITHIN);
    const { ok, body } = await fetch(`http://127.0.0.1:${target.port}/readyz`, { signal });
    await body?.cancel();
    targets.see(target, ok ? 'ready' : 'missing');
  } catch {
    targets.see(target, 'silent');
  }
}

async function pass(
  targets: Targets,
  request: IncomingMessage,
  response: ServerResponse,
  maintenance: Buffer,
): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const target = targets.choose(tried);
    if (!target) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' }).end(maintenance);
      return;
    }
    const end = targets.begin(target);
    const socket = await connectTo(target.port);
    if (socket && !response.destroyed) {
      response.once('close', end);
      return forward(request, response, target, socket);
    }
    end();
    // The client has left meanwhile.
    if (socket) return void socket.destroy();
    targets.see(target, 'silent');
    tried.add(target.name);
  }
}

/** @returns null if there is no connection, so that nothing was sent */
function connectTo(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const give = (result: Socket | null) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      if (result === null) socket.on('error', () => {}).destroy();
      resolve(result);
    };
    const timer = setTimeout(() => give(null), CONNECT_WITHIN);
    socket.once('connect', () => give(socket)).once('error', () => give(null));
  });
}

/** A connection of its own for each request: one that is kept may be closing, and then nobody knows what was acted on. */
function forward(request: IncomingMessage, response: ServerResponse, target: Target, socket: Socket): void {
  const outgoing = requestOf({
    createConnection: () => socket,
    method: request.method,
    path: request.url,
    headers: forwardedHeaders(request.headers, request.socket.remoteAddress ?? ''),
  });
  outgoing.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...withoutHops(answer.headers), [SERVED_BY]: target.name });
    answer.once('error', () => response.destroy());
    answer.pipe(response);
  });
  outgoing.once('error', () => {
    // An answer that came before the whole request was read stays valid.
    if (response.headersSent) return void (response.writableEnded || response.destroy());
    response.writeHead(502, { [SERVED_BY]: target.name, 'content-type': 'text/plain' }).end('No answer.');
  });
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}

/** @returns the headers for the web process: the network address of the client is the last one of X-Forwarded-For */
export function forwardedHeaders(headers: IncomingHttpHeaders, address: string): IncomingHttpHeaders {
  const before = headers['x-forwarded-for'];
  const chain = before ? `${before}, ${address}` : address;
  return { ...withoutHops(headers), 'x-forwarded-for': chain, 'x-forwarded-proto': 'https' };
}

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = `${headers.connection ?? ''}`.split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name) && !named.includes(name)),
  );
}

/** `GET /` lists the web processes; `POST /drain/<name>` takes one out, `POST /serve/<name>` puts it in again. */
async function command(targets: Targets, { method, url = '' }: IncomingMessage, response: ServerResponse) {
  const [, verb, name = ''] = url.split('/');
  const known = targets.list().some((target) => target.name === name);
  if (method === 'POST' && known && verb === 'drain') await targets.drain(name);
  else if (method === 'POST' && known && verb === 'serve') targets.serve(name);
  else if (method !== 'GET' || url !== '/') return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': 'application/json' }).end(`${JSON.stringify(targets.list())}\n`);
}

if (import.meta.main) {
  const { PROXY_PORT, PROXY_CONTROL, PROXY_CERT = '', PROXY_KEY = '', PROXY_TARGETS = '' } = process.env;
  const targets = PROXY_TARGETS.split(',').map((port, n) => ({ name: `web-${n + 1}`, port: Number(port) }));
  const [cert, key] = [PROXY_CERT, PROXY_KEY].map((file) => readFileSync(file, 'utf8'));
  const stop = await startProxy({
    port: Number(PROXY_PORT),
    control: Number(PROXY_CONTROL),
    cert: cert ?? '',
    key: key ?? '',
    targets,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
}
