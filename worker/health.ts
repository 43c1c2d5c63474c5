import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** The checks of `/readyz`, by the names that it reports when they fail. */
export type Checks = Record<string, () => Promise<unknown>>;

/** `/healthz`, `/readyz` and `/metrics` on the worker's own port. */
export function startHealthServer(port: number, checks: Checks, registry: Registry): Promise<Server> {
  const server = createServer(async (request, response) => {
    switch (new URL(request.url ?? '/', 'http://worker').pathname) {
      case '/healthz':
        return response.end('ok\n');
      case '/readyz': {
        const missing = await missingParts(checks);
        response.writeHead(missing.length === 0 ? 200 : 503, { 'content-type': 'application/json' });
        return response.end(`${JSON.stringify({ ready: missing.length === 0, missing })}\n`);
      }
      case '/metrics':
        try {
          const text = await registry.metrics();
          response.writeHead(200, { 'content-type': registry.contentType });
          return response.end(text);
        } catch {
          response.writeHead(503);
          return response.end('The database does not answer.\n');
        }
      default:
        response.writeHead(404);
        return response.end('Not found\n');
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}

async function missingParts(checks: Checks): Promise<string[]> {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(names.map((name) => checks[name]?.()));
  return names.filter((_, index) => results[index]?.status === 'rejected');
}
