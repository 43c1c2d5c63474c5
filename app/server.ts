/**
 * Process 1: the web. The entry of the server build, so that everything of ours is in one bundle:
 * `node build/server/index.js`.
 */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createRequestListener } from '@react-router/node';
import * as build from 'virtual:react-router/server-build';
import sirv from 'sirv';
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { createLogger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { createRequestContext } from '#app/middleware/context.ts';

const IDLE = 60 * SECOND;
const STOP_WITHIN = 10 * SECOND;
const A_YEAR_IN_SECONDS = 31_536_000;

const env = readEnv();
const log = createLogger(env, 'web');
const composition = await compose(env);
const parts = { composition, log, appOrigin: env.APP_ORIGIN };

const pages = createRequestListener({ build, mode: env.NODE_ENV, getLoadContext: () => createRequestContext(parts) });
const client = fileURLToPath(new URL('../client', import.meta.url));
// Names of built files carry their hash: they never change. Others (icons) are asked again.
const assets = sirv(client, {
  etag: true,
  setHeaders(response, pathname) {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('cache-control', pathname.startsWith('/assets/') ? `public, max-age=${A_YEAR_IN_SECONDS}, immutable` : 'public, max-age=3600');
  },
});

const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 15 * SECOND }, (request, response) => {
  assets(request, response, () => pages(request, response));
});
// The default of five minutes for a whole request would cut a long upload; a connection that goes quiet is cut instead.
server.requestTimeout = 0;
server.setTimeout(IDLE);

server.once('error', (error: NodeJS.ErrnoException) => {
  log.fatal({ err: error }, error.code === 'EADDRINUSE' ? `port ${env.PORT} is taken: set PORT to a free one` : 'could not listen');
  process.exit(1);
});
server.listen(env.PORT, () => log.info({ origin: env.APP_ORIGIN }, 'the web process is at work'));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'finishing what is under way');
    const hurry = setTimeout(() => server.closeAllConnections(), STOP_WITHIN);
    server.close(async () => {
      clearTimeout(hurry);
      await composition.close();
      process.exit(0);
    });
    server.closeIdleConnections();
  });
}
