/** The programs that npm does not install: found, downloaded or built, in that order. */
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';
import { ExplainedError } from './terminal.ts';

/** In milliseconds. */
const DOWNLOAD_TIMEOUT = 120_000;
const CONNECT_TIMEOUT = 5_000;

interface Binary {
  name: string;
  /** The environment variable with its path. */
  variable: string;
  release(platform: string, arch: string): string;
  /** The module for `go install`. */
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
  /** Only for `npm run cluster`: the server whose roles are processes of their own. Its version is the one in the CLI. */
  temporalServer: {
    name: 'temporal-server',
    variable: 'TEMPORAL_SERVER_BIN',
    release: temporalRelease,
    module: 'go.temporal.io/server/cmd/server@v1.29.1',
  },
  /** Makes the server's schema in Postgres; the schema is inside the program. */
  temporalSqlTool: {
    name: 'temporal-sql-tool',
    variable: 'TEMPORAL_SQL_TOOL_BIN',
    release: temporalRelease,
    module: 'go.temporal.io/server/cmd/tools/sql@v1.29.1',
  },
  versitygw: {
    name: 'versitygw',
    variable: 'VERSITYGW_BIN',
    release: (platform, arch) =>
      `https://github.com/versity/versitygw/releases/download/v1.7.0/versitygw_v1.7.0_${platform === 'darwin' ? 'Darwin' : 'Linux'}_${arch === 'amd64' ? 'x86_64' : arch}.tar.gz`,
    module: 'github.com/versity/versitygw/cmd/versitygw@v1.7.0',
  },
  /** Only for tests: it checks our requests against Stripe's own description of its API. */
  stripeMock: {
    name: 'stripe-mock',
    variable: 'STRIPE_MOCK_BIN',
    release: (platform, arch) =>
      `https://github.com/stripe/stripe-mock/releases/download/v0.203.0/stripe-mock_0.203.0_${platform}_${arch}.tar.gz`,
    module: 'github.com/stripe/stripe-mock@v0.203.0',
  },
  /** Only for tests: it opens what we sealed. */
  age: {
    name: 'age',
    variable: 'AGE_BIN',
    release: (platform, arch) =>
      `https://github.com/FiloSottile/age/releases/download/v1.3.2/age-v1.3.2-${platform}-${arch}.tar.gz`,
    module: 'filippo.io/age/cmd/age@v1.3.2',
  },
  /** With it, age takes a passphrase from a test. */
  agePassphrase: {
    name: 'age-plugin-batchpass',
    variable: 'AGE_BATCHPASS_BIN',
    release: (platform, arch) =>
      `https://github.com/FiloSottile/age/releases/download/v1.3.2/age-v1.3.2-${platform}-${arch}.tar.gz`,
    module: 'filippo.io/age/cmd/age-plugin-batchpass@v1.3.2',
  },
} satisfies Record<string, Binary>;

function temporalRelease(platform: string, arch: string): string {
  return `https://github.com/temporalio/temporal/releases/download/v1.29.1/temporal_1.29.1_${platform}_${arch}.tar.gz`;
}

/** @returns the folder for programs, shared by all checkouts because a build takes minutes */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.STILLHERE_CACHE ?? join(homedir(), '.cache', 'stillhere');
}

/**
 * Finds a program: by its variable, on the PATH, in our cache, as the official release, or built by Go.
 * @param progress gets a description of each try
 * @returns its path
 * @throws ExplainedError when none of these works
 */
export async function findBinary(
  binary: Binary,
  progress: (detail: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const named = env[binary.variable];
  if (named) {
    if (await isProgram(named)) return named;
    throw new ExplainedError(
      `${binary.variable} names ${named}, which is not a program: correct it, or unset it to have ${binary.name} found or built.`,
    );
  }
  const folders = [...(env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin'), join(cacheFolder(env), 'bin')];
  for (const folder of folders.filter(Boolean))
    if (await isProgram(join(folder, binary.name))) return join(folder, binary.name);

  const target = join(cacheFolder(env), 'bin', binary.name);
  await mkdir(join(cacheFolder(env), 'bin'), { recursive: true });
  progress(`downloading the official ${binary.name}`);
  const downloadError = await download(binary, target).then(
    () => null,
    (error: Error) => error.message,
  );
  if (downloadError === null) return target;
  progress(`building ${binary.name} with Go, which takes a few minutes the first time`);
  const buildError = await build(binary, target, env).then(
    () => null,
    (error: Error) => error.message,
  );
  if (buildError === null) return target;
  throw new ExplainedError(
    `${binary.name} is needed and is not here: its release could not be downloaded (${downloadError}) and it could not be built (${buildError}). Install it, or set ${binary.variable} to its path.`,
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
  const connectTimer = setTimeout(() => connecting.abort(new Error('no connection within 5 s')), CONNECT_TIMEOUT);
  const signal = AbortSignal.any([connecting.signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT)]);
  const response = await fetch(binary.release(process.platform, arch), { signal }).finally(() =>
    clearTimeout(connectTimer),
  );
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  await install(target, async (folder) => {
    await writeFile(join(folder, 'release.tar.gz'), Buffer.from(await response.arrayBuffer()));
    await run('tar', ['-xzf', 'release.tar.gz', '--strip-components=0'], { cwd: folder });
    const found = await isProgram(join(folder, binary.name));
    return found ? join(folder, binary.name) : findInside(folder, binary.name);
  });
}

async function findInside(folder: string, name: string): Promise<string> {
  const path = await run('find', [folder, '-type', 'f', '-name', name]);
  if (!path.trim()) throw new Error(`the release does not contain ${name}`);
  return path.trim().split('\n')[0] ?? '';
}

async function build(binary: Binary, target: string, env: NodeJS.ProcessEnv): Promise<void> {
  await install(target, async (folder) => {
    await run('go', ['install', binary.module], { env: { ...env, GOBIN: folder, GOFLAGS: '' } });
    // Go names it after the last folder of its package.
    return join(folder, binary.module.replace(/@.*$/, '').split('/').at(-1) ?? '');
  });
}

/** Makes the program in a temporary folder and moves it, so that another checkout never finds half a program. */
async function install(target: string, make: (folder: string) => Promise<string>): Promise<void> {
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
