/** Builds the scripts that seal items and open them: separate files of the build, named by what is in them. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { buildScript } from './build-open-page.ts';
import type { Script } from './start-worker.ts';

/** The server imports their addresses by this name. */
const MODULE = 'virtual:sealed-scripts';
/** By the name of each: where it begins, and the name of its file in the build. */
const SCRIPTS = {
  page: ['opening/page.ts', 'open-sealed-page'],
  worker: ['opening/crypto-worker.ts', 'open-sealed-worker'],
  camera: ['opening/camera-worker.ts', 'open-sealed-camera'],
  seal: ['sealing/seal-worker.ts', 'seal-worker'],
} as const;
const NAME_HASH_LENGTH = 10;

/** A script with its code. */
export interface BuiltScript extends Script {
  code: string;
}

/** @returns the scripts; the same bytes for the same sources */
export async function buildSealedScripts(): Promise<Record<keyof typeof SCRIPTS, BuiltScript>> {
  const built = Object.entries(SCRIPTS).map(async ([name, [entry, file]]) => {
    const code = await buildScript(entry);
    const digest = createHash('sha256').update(code);
    const integrity = `sha256-${digest.copy().digest('base64')}`;
    const hash = digest.digest('base64url').slice(0, NAME_HASH_LENGTH);
    return [name, { code, integrity, src: `/assets/${file}-${hash}.js` }] as const;
  });
  return Object.fromEntries(await Promise.all(built)) as Record<keyof typeof SCRIPTS, BuiltScript>;
}

/** Gives the server the addresses and hashes as a module, and browsers the files. */
export function sealedScripts(): Plugin {
  let built: ReturnType<typeof buildSealedScripts> | null = null;
  const scripts = () => {
    built ??= buildSealedScripts();
    return built;
  };
  return {
    name: 'sealed-scripts',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const named = Object.entries(await scripts()).map(([name, { src, integrity }]) => [name, { src, integrity }]);
      return `export default ${JSON.stringify(Object.fromEntries(named))};`;
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
