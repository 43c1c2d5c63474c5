/**
 * The web process of `npm run dev -- --hot`: the same as the built one, but Vite serves the app from its sources, and
 * replaces in the open page what changes.
 */
import { createServer } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import { readEnv } from '#config/env.ts';
import { createLogger } from '#config/log.ts';
import { ROOT } from './build.ts';

const env = readEnv();
const log = createLogger(env, 'web');
const server = createServer();
const vite = await createVite({
  root: ROOT,
  appType: 'custom',
  // On our own port: the page's policy allows a connection to nowhere else.
  server: { middlewareMode: true, hmr: { server } },
  // What the browser needs of packages, beside React. Vite itself would find the server's, too, and load pages twice.
  optimizeDeps: { noDiscovery: true, include: ['zod', 'temporal-polyfill', 'libphonenumber-js/min'] },
});
// By Vite, as the pages are: everything exists once.
const { createWebServer } = (await vite.ssrLoadModule('/app/server.ts')) as typeof import('#app/server.ts');
const web = await createWebServer(env, log, {
  server,
  files: vite.middlewares,
  build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
});
await web.listen();
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    // First the connections of open pages, which would keep the port.
    await vite.close();
    await web.close();
    process.exit(0);
  });
