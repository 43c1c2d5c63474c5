/**
 * The web process of `npm run dev -- --hot`: Vite serves the app from its sources, and replaces changed modules in the open
 * page. The rest is the same as in the built one.
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
  // On the same port: the page's policy allows no other connection.
  server: { middlewareMode: true, hmr: { server } },
  // The browser's packages besides React. Vite's own discovery would add the server's and reload the page.
  optimizeDeps: { noDiscovery: true, include: ['zod', 'temporal-polyfill', 'libphonenumber-js/min'] },
});
// Loaded by Vite, as the pages are, so that each module exists once.
const { createWebServer } = (await vite.ssrLoadModule('/app/server.ts')) as typeof import('#app/server.ts');
const web = await createWebServer(env, log, {
  server,
  files: vite.middlewares,
  build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
});
await web.listen();
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    // First: the connections of open pages would keep the port busy.
    await vite.close();
    await web.close();
    process.exit(0);
  });
