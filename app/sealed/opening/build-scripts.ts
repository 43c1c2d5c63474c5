/** Builds the scripts that open sealed items: separate files of the build, named by what is in them. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { buildScript } from '../build-open-page.ts';
import type { Script } from './protocol.ts';

/** The server imports their addresses by this name. */
const MODULE = 'virtual:opening-scripts';
const NAMES = { page: 'page', worker: 'crypto-worker', camera: 'camera-worker' };
const NAME_HASH_LENGTH = 10;

/** A script with its code. */
export interface BuiltScript extends Script {
  code: string;
}

/** @returns the scripts; the same bytes for the same sources */
export async function buildOpeningScripts(): Promise<Record<keyof typeof NAMES, BuiltScript>> {
  const built = Object.entries(NAMES).map(async ([name, file]) => {
    const code = await buildScript(`opening/${file}.ts`);
    const digest = createHash('sha256').update(code);
    const integrity = `sha256-${digest.copy().digest('base64')}`;
    const hash = digest.digest('base64url').slice(0, NAME_HASH_LENGTH);
    return [name, { code, integrity, src: `/assets/open-sealed-${name}-${hash}.js` }] as const;
  });
  return Object.fromEntries(await Promise.all(built)) as Record<keyof typeof NAMES, BuiltScript>;
}

/** Gives the server the addresses and hashes as a module, and browsers the files. */
export function openingScripts(): Plugin {
  let built: ReturnType<typeof buildOpeningScripts> | null = null;
  const scripts = () => {
    built ??= buildOpeningScripts();
    return built;
  };
  return {
    name: 'opening-scripts',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const { page, worker, camera } = await scripts();
      const address = ({ src, integrity }: BuiltScript): Script => ({ src, integrity });
      return `export default ${JSON.stringify({ page: address(page), worker: address(worker), camera: address(camera) })};`;
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { src, code } of Object.values(await scripts()))
        this.emitFile({ type: 'asset', fileName: src.slice(1), source: code });
    },
    // For `npm run dev -- --hot`, which builds no files.
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const script = Object.values(await scripts()).find(({ src }) => src === request.url);
        if (script) response.setHeader('content-type', 'text/javascript').end(script.code);
        else next();
      });
    },
  };
}
