/** The programs that npm does not bring: found, downloaded, or built, in that order. */
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';
import { Plain } from './terminal.ts';

/** How long one try of a download may take, in milliseconds, and how long it may take to connect. */
const DOWNLOAD_WITHIN = 120_000;
const CONNECT_WITHIN = 5_000;

interface Binary {
  name: string;
  /** The variable that names it outright. */
  variable: string;
  release(platform: string, arch: string): string;
  /** For `go install`. */
  module: string;
}

const GO_ARCH: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

export const BINARIES = {
  temporal: {
    name: 'temporal',
    variable: 'TEMPORAL_BIN',
    release: (platform, arch) =>
      `https://github.com/temporalio/cli/releases/download/v1.5.1/temporal_cli_1.5.1_${platform}_${arch}.tar.gz`,
    module: 'github.com/temporalio/cli/cmd/temporal@v1.5.1',
  },
  versitygw: {
    name: 'versitygw',
    variable: 'VERSITYGW_BIN',
    release: (platform, arch) =>
      `https://github.com/versity/versitygw/releases/download/v1.7.0/versitygw_v1.7.0_${platform === 'darwin' ? 'Darwin' : 'Linux'}_${arch === 'amd64' ? 'x86_64' : arch}.tar.gz`,
    module: 'github.com/versity/versitygw/cmd/versitygw@v1.7.0',
  },
  /** Only for the tests: Stripe's own description of its API, which checks what we ask. */
  stripeMock: {
    name: 'stripe-mock',
    variable: 'STRIPE_MOCK_BIN',
    release: (platform, arch) =>
      `https://github.com/stripe/stripe-mock/releases/download/v0.203.0/stripe-mock_0.203.0_${platform}_${arch}.tar.gz`,
    module: 'github.com/stripe/stripe-mock@v0.203.0',
  },
} satisfies Record<string, Binary>;

/** Kept across checkouts: building takes minutes. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.STILLHERE_CACHE ?? join(homedir(), '.cache', 'stillhere');
}

/**
 * Finds a program: by its variable, on the PATH, in our cache, as the official release, or built by Go.
 * @param progress told what is being tried
 * @returns its path
 * @throws Plain when none of that works here
 */
export async function findBinary(
  binary: Binary,
  progress: (detail: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const named = env[binary.variable];
  if (named) {
    if (await isProgram(named)) return named;
    throw new Plain(
      `${binary.variable} names ${named}, which is not a program: correct it, or unset it to have ${binary.name} found or built.`,
    );
  }
  const folders = [...(env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin'), join(cacheFolder(env), 'bin')];
  for (const folder of folders.filter(Boolean))
    if (await isProgram(join(folder, binary.name))) return join(folder, binary.name);

  const target = join(cacheFolder(env), 'bin', binary.name);
  await mkdir(join(cacheFolder(env), 'bin'), { recursive: true });
  progress(`downloading the official ${binary.name}`);
  const refused = await download(binary, target).then(
    () => null,
    (error: Error) => error.message,
  );
  if (refused === null) return target;
  progress(`building ${binary.name} with Go, which takes a few minutes the first time`);
  const failed = await build(binary, target, env).then(
    () => null,
    (error: Error) => error.message,
  );
  if (failed === null) return target;
  throw new Plain(
    `${binary.name} is needed and is not here: its release could not be downloaded (${refused}) and it could not be built (${failed}). Install it, or set ${binary.variable} to its path.`,
  );
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function download(binary: Binary, target: string): Promise<void> {
  const arch = GO_ARCH[process.arch];
  if (!arch || !['linux', 'darwin'].includes(process.platform))
    throw new Error(`no release for ${process.platform} ${process.arch}`);
  const connecting = new AbortController();
  const impatience = setTimeout(() => connecting.abort(new Error('no connection within 5 s')), CONNECT_WITHIN);
  const signal = AbortSignal.any([connecting.signal, AbortSignal.timeout(DOWNLOAD_WITHIN)]);
  const response = await fetch(binary.release(process.platform, arch), { signal }).finally(() =>
    clearTimeout(impatience),
  );
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  await intoPlace(target, async (folder) => {
    await writeFile(join(folder, 'release.tar.gz'), Buffer.from(await response.arrayBuffer()));
    await run('tar', ['-xzf', 'release.tar.gz', '--strip-components=0'], { cwd: folder });
    const found = await isProgram(join(folder, binary.name));
    return found ? join(folder, binary.name) : findInside(folder, binary.name);
  });
}

async function findInside(folder: string, name: string): Promise<string> {
  const path = await run('find', [folder, '-type', 'f', '-name', name]);
  if (!path.trim()) throw new Error(`the release holds no ${name}`);
  return path.trim().split('\n')[0] ?? '';
}

async function build(binary: Binary, target: string, env: NodeJS.ProcessEnv): Promise<void> {
  await intoPlace(target, async (folder) => {
    await run('go', ['install', binary.module], { env: { ...env, GOBIN: folder, GOFLAGS: '' } });
    return join(folder, binary.name);
  });
}

/** Made aside and moved: two checkouts at once never see half a program. */
async function intoPlace(target: string, make: (folder: string) => Promise<string>): Promise<void> {
  const folder = await mkdtemp(`${target}-`);
  try {
    const made = await make(folder);
    await chmod(made, 0o755);
    await run(made, ['--version']);
    await rename(made, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
