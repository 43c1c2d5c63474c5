import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A page's clientAction is one line, and would be two more files that each visit loads.
  splitRouteModules: false,
  // app/middleware/same-origin.ts decides, for every address. The check built in compares with the address as this
  // process sees it, and behind a proxy that speaks https for us it would refuse our own forms.
  allowedActionOrigins: ['**'],
  buildEnd: ({ reactRouterConfig }) => packFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;

/** Compresses the browser's files once, at the build; app/server.ts serves them. */
async function packFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => pack(join(folder, name))));
}

async function pack(path: string): Promise<void> {
  const content = await readFile(path);
  await Promise.all([
    promisify(brotliCompress)(content).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
