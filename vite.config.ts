import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [reactRouter(), precompress()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0 },
  environments: {
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity
    // and no context exists twice.
    ssr: { build: { rollupOptions: { input: './app/server.ts' } } },
  },
});

/** Packs the browser's files once, here, as small as they get; app/server.ts hands them out. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => pack(join(dir, file))));
    },
  };
}

async function pack(path: string): Promise<void> {
  const content = await readFile(path);
  await Promise.all([
    promisify(brotliCompress)(content).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
