/**
 * Process 1: the web. The entry of the server build, so that everything of ours is in one bundle:
 * `npm start`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as build from 'virtual:react-router/server-build';
import { createRequestListener } from '@react-router/node';
import { createRequestHandler, type ServerBuild } from 'react-router';
import sirv from 'sirv';
import { startHeartbeat } from '#app/heartbeat.ts';
import { CheckedFiles } from '#app/http/checked-files.ts';
import { networkAddress } from '#app/http/network-address.ts';
import { createRequestContext, type WebDeps } from '#app/middleware/context.ts';
import { SECURITY_HEADERS, transportSecurity } from '#app/middleware/headers.ts';
import { type Composition, compose } from '#config/compose.ts';
import { type Env, readEnv } from '#config/env.ts';
import { createLogger, type Logger, logConsole, logLimitsOff, logNoProbe, logNoStandby } from '#config/log.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { loadLocale } from '#messages/load-locale.ts';
import { hideEnvironment } from '#services/media/lock.ts';
import { requireSyncStandby } from '#services/operations/sync-standby.ts';

/** An idle connection is cut; while a body arrives, app/http/body.ts cuts it sooner and answers why. */
const IDLE = MINUTE;
/** The proxy in front keeps idle connections for a minute, so ours live longer. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15 * SECOND,
  // None for a whole request, which would cut a long upload: app/http/body.ts limits the time of bodies.
  requestTimeout: 0,
  keepAliveTimeout: 75 * SECOND,
  // A body in pieces of one byte is taken in so many at once, each as an event.
  highWaterMark: 16 * 1024,
};
const STOP_WITHIN = 10 * SECOND;
const TIDY_EACH = SECOND / 10;
const A_YEAR_IN_SECONDS = 31_536_000;
const AN_HOUR_IN_SECONDS = 3_600;
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Nothing of ours sends a request before the answer to the last one. One packet may hold a thousand of them. */
const PIPELINED_MAX = 8;

/** Files of the build that are text. Without a character set a browser may take them for another one. */
const TEXTS: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** The one file that runs by itself: it may fetch our pages, and nothing else. */
const OFFLINE_WORKER = '/offline-worker.js';

/** The app while its sources change (dev/hot.ts). */
interface Hot {
  /** Not listening yet. */
  server: Server;
  files: FileServer;
  /** @returns the build of the present sources */
  build(): Promise<ServerBuild>;
}

/** Serves files, and calls `next` for everything else. */
type FileServer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The web process without a port, so that a test can start several. */
export interface WebServer {
  /** Answers one request without a socket. @param address the network address of the client */
  handle(request: Request, address: string): Promise<Response>;
  /** Listens at `PORT`, and starts the heartbeat where no worker probes the check-in page. @throws Error when the port is taken */
  listen(): Promise<void>;
  /**
   * Takes no new requests, waits for pending responses, then for the database: at most ten seconds each.
   */
  close(): Promise<void>;
}

/**
 * Composes the web process.
 * @param env the parsed environment
 * @param hot in development only; without it the process serves its own build
 * @throws Error when a key in the environment cannot be used
 */
export async function createWebServer(env: Env, log: Logger, hot?: Hot): Promise<WebServer> {
  await loadLocale(env.APP_LANGUAGE);
  const composition = await compose(env);
  if (env.REQUIRE_SYNC_STANDBY) await requireSyncStandby(composition.fork());
  const deps = webDeps(env, composition, log);
  const contextOf = ({ headers, signal }: Request, address: string | undefined) =>
    createRequestContext(deps, networkAddress(address, headers.get('x-forwarded-for'), env.TRUSTED_PROXIES), signal);
  const handle = createRequestHandler(build);
  const pages = createRequestListener({
    build: hot?.build ?? build,
    getLoadContext: (request, { address }) => contextOf(request, address),
  });
  const server = createHttpServer(deps.appOrigin, pages, hot);
  logLimitsOff(env, log);
  logNoProbe(env, log);
  logNoStandby(env, log);
  void logWrongPrices(composition, log);
  let stopHeartbeat = async () => {};
  return {
    handle(request, address) {
      const url = withoutLineBreaks(request.url);
      return handle(url === request.url ? request : new Request(url, request), contextOf(request, address));
    },
    async listen() {
      server.listen(env.PORT);
      await once(server, 'listening');
      stopHeartbeat = startHeartbeat({
        fork: composition.fork,
        day: deps.protocolDay,
        isShown: composition.checkInPage === null,
        onChange: logHeartbeat(log),
      });
    },
    async close() {
      await Promise.all([stopHeartbeat(), finish(server)]);
      await closeInTime(composition, log);
    },
  };
}

function webDeps(env: Env, composition: Composition, log: Logger): WebDeps {
  return {
    composition,
    log,
    appOrigin: env.APP_ORIGIN,
    senders: {
      email: env.MAIL_FROM,
      whatsapp: composition.whatsapp && (env.TWILIO_WHATSAPP_FROM ?? null),
      sms: composition.sms && (env.TWILIO_SMS_FROM ?? null),
    },
    supportEmail: env.SUPPORT_EMAIL ?? null,
    corsOrigins: env.API_CORS_ORIGINS,
    decoder: env.DECODER_SOCKET,
    perMinute: { calls: env.LIMIT_CALLS_PER_MINUTE, writes: env.LIMIT_WRITES_PER_MINUTE },
    protocolDay: env.EMERGENCY_DAY_SECONDS * SECOND,
    caps: { newRecipients: env.LIMIT_NEW_RECIPIENTS_PER_DAY, pending: env.LIMIT_PENDING },
    checkedFiles: new CheckedFiles(),
    backupRetention: env.BACKUP_RETENTION_DAYS * DAY,
  };
}

function logHeartbeat(log: Logger) {
  return (failure: unknown) => {
    if (failure === null) log.info('the heartbeat works again');
    else log.warn({ err: failure }, 'a heartbeat failed and will be repeated; protocols wait while there is none');
  };
}

/** Starts without waiting for the payment provider: a wrong price is not sold, and nothing else is affected. */
async function logWrongPrices({ payments }: Composition, log: Logger): Promise<void> {
  try {
    const wrong = (await payments?.checkPrices()) ?? [];
    if (wrong.length > 0) log.error({ wrong }, 'prices at the payment provider are wrong and are not sold');
  } catch (error) {
    log.warn({ err: error }, 'the prices at the payment provider could not be checked');
  }
}

/** Serves pages and the files of the build. */
function createHttpServer(appOrigin: string, pages: RequestListener, hot?: Hot): Server {
  const { host } = new URL(appOrigin);
  const aroundPages = headersAroundPages(appOrigin);
  const files = hot?.files ?? createFileServer(aroundPages);
  const server = hot?.server ?? createServer(LIMITS);
  const isOneTooMany = pipelineLimit();
  server.on('request', (request, response) => {
    if (isOneTooMany(request, response)) return request.socket.destroy();
    const refusal = !METHODS.has(request.method ?? '') ? 405 : !request.url?.startsWith('/') ? 400 : null;
    if (refusal !== null) {
      const allow = refusal === 405 ? { allow: [...METHODS].join(', ') } : {};
      response.writeHead(refusal, { connection: 'close', ...allow, ...aroundPages }).end();
      return;
    }
    // Pages must not see another host that a client has sent.
    request.headers.host = host;
    request.url = withoutLineBreaks(request.url ?? '/');
    const toPages = () => pages(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return toPages();
    // The body of such a request is never read, so nothing would cut it: its connection closes with the response.
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding) response.shouldKeepAlive = false;
    files(request, response, toPages);
  });
  return server.setTimeout(IDLE);
}

/** @returns a function that counts a request, and says whether too many of its connection wait for their answers */
function pipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    const count = (change: number) => waiting.set(socket, (waiting.get(socket) ?? 0) + change);
    count(1);
    response.once('close', () => count(-1));
    return (waiting.get(socket) ?? 0) > PIPELINED_MAX;
  };
}

/** For files of the build and refusals. Opened as a document they load and run nothing. */
function headersAroundPages(appOrigin: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...SECURITY_HEADERS,
    ...transportSecurity(appOrigin),
  };
}

function createFileServer(headers: Record<string, string>) {
  return sirv(fileURLToPath(new URL('../client', import.meta.url)), {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, pathname) {
      // The names of built files contain their hash, so they never change. Others (icons) are revalidated.
      const isBuilt = pathname.startsWith('/assets/');
      response.setHeader(
        'cache-control',
        isBuilt ? `public, max-age=${A_YEAR_IN_SECONDS}, immutable` : `public, max-age=${AN_HOUR_IN_SECONDS}`,
      );
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const type = TEXTS[extname(pathname)];
      if (type) response.setHeader('content-type', `${type}; charset=utf-8`);
      if (pathname === OFFLINE_WORKER)
        response.setHeader('content-security-policy', "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
    },
  });
}

/** The router's patterns end at a line break in a path, so another character replaces it; both are not found. */
function withoutLineBreaks(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split(/(?=\?)/);
  return [path.replace(/%0[ad]|%e2%80%a[89]/gi, '%EF%BF%BD'), ...query].join('');
}

/** Resolves when every pending response has been sent, or was given up. */
async function finish(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  const until = performance.now() + STOP_WITHIN;
  server.close();
  // An idle connection would be kept alive for the next request.
  const tidy = setInterval(() => {
    if (performance.now() < until) server.closeIdleConnections();
    else server.closeAllConnections();
  }, TIDY_EACH);
  await closed;
  clearInterval(tidy);
}

/** A pool waits for each of its connections without limit, so the process stops without it after STOP_WITHIN. */
async function closeInTime(composition: Composition, log: Logger): Promise<void> {
  const isClosed = composition.close().then(() => true);
  if (!(await Promise.race([isClosed, sleep(STOP_WITHIN, false, { ref: false })])))
    log.warn('stopped while something still used the database');
}

if (import.meta.main) {
  hideEnvironment();
  const env = readEnv();
  const log = createLogger(env, 'web');
  logConsole(log);
  const web = await createWebServer(env, log);
  await web.listen().catch((error: NodeJS.ErrnoException) => {
    log.fatal(
      { err: error },
      error.code === 'EADDRINUSE' ? `port ${env.PORT} is taken: set PORT to a free one` : 'could not listen',
    );
    process.exit(1);
  });
  log.info({ origin: env.APP_ORIGIN }, 'the web process is listening');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'stopping');
      await web.close();
      process.exit(0);
    });
  }
}
