/** The parts of the local stack: how each starts, and when it is ready. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import { WORKER_MEMORY, webCommand, workerCommand } from './commands.ts';
import { type LocalEnvironment, simulatorEnvironment } from './environment.ts';
import type { Secrets } from './home.ts';
import type { Part } from './part.ts';
import { answersOn, freePorts } from './ports.ts';
import { planPostgres } from './postgres.ts';
import type { Stack } from './stack.ts';

const NODE = process.execPath;
const WARNING = 40;
/** Vite resolves packages with this condition, too. Without it there would be two copies of the router. */
const HOT_WEB = ['--conditions=development', join(ROOT, 'dev/hot.ts')];

/** Adds Postgres, with its data in the folder of the stack. @param settings further settings of the server, `name=value` */
export async function addPostgres(stack: Stack, { ports }: LocalEnvironment, settings: string[] = []): Promise<Part> {
  return stack.add({
    name: 'Postgres',
    log: 'postgres',
    ...(await planPostgres(stack.home.path('postgres'), ports.postgres, settings)),
    cwd: '/',
    stopSignal: 'SIGINT',
    help: 'set POSTGRES_PORT to another port, DATABASE_URL to a server of your own, or run "npm run dev -- --reset".',
  });
}

/** @param command the path of the `temporal` program */
export async function addEngine(stack: Stack, { ports }: LocalEnvironment, command: string): Promise<Part> {
  // Temporal would choose a random port, which two stacks could share.
  const [metrics] = await freePorts(1);
  mkdirSync(stack.home.path('engine'), { recursive: true });
  const options = {
    '--ip': '127.0.0.1',
    '--port': `${ports.engine}`,
    '--ui-port': `${ports.engineUi}`,
    '--metrics-port': `${metrics}`,
    '--db-filename': stack.home.path('engine', 'temporal.db'),
    '--log-level': 'warn',
  };
  const pragmas = ['journal_mode=wal', 'synchronous=normal'].flatMap((pragma) => ['--sqlite-pragma', pragma]);
  return stack.add({
    name: 'Temporal',
    log: 'temporal',
    command,
    args: ['server', 'start-dev', ...Object.entries(options).flat(), ...pragmas],
    isReady: async () => (await answersOn(ports.engine)) && (await succeeds(`http://127.0.0.1:${ports.engineUi}/`)),
    help: 'set TEMPORAL_PORT and TEMPORAL_UI_PORT to other ports, or TEMPORAL_ADDRESS to a server of your own.',
  });
}

/** @param command the path of the `versitygw` program */
export function addObjectStore(stack: Stack, { ports }: LocalEnvironment, command: string, secrets: Secrets): Part {
  const [objects, meta] = [stack.home.path('objects'), stack.home.path('meta')];
  for (const folder of [objects, meta]) mkdirSync(folder, { recursive: true });
  return stack.add({
    name: 'The object store',
    log: 'object-store',
    command,
    args: ['--quiet', '--port', `127.0.0.1:${ports.objects}`, 'posix', '--sidecar', meta, objects],
    env: { ROOT_ACCESS_KEY: secrets.s3AccessKey, ROOT_SECRET_KEY: secrets.s3SecretKey },
    isReady: () => answersOn(ports.objects),
    help: 'set S3_PORT to another port, or S3_ENDPOINT with its keys to a store of your own.',
  });
}

/** @param appOrigin where the product listens; @param extra further variables */
export function addSimulators(
  stack: Stack,
  local: LocalEnvironment,
  secrets: Secrets,
  appOrigin: string,
  extra: Record<string, string> = {},
): Part {
  return stack.add({
    name: 'The simulator',
    log: 'simulators',
    command: NODE,
    args: [join(ROOT, 'dev/simulators.ts')],
    env: { ...simulatorEnvironment(local, secrets, appOrigin, stack.home.path('simulator')), ...extra },
    isReady: () => succeeds(`http://127.0.0.1:${local.ports.simulator}/healthz`),
    help: 'fix what it reports, or set SIMULATOR_PORT to another port.',
  });
}

/** Which one of several it is, from 1; without a number it is the only one. */
interface Which {
  number?: number;
}

/** @param env of the web process; isHot: whether Vite serves the sources, instead of the build */
export function addWeb(
  stack: Stack,
  env: Record<string, string>,
  { number, isHot = false }: Which & { isHot?: boolean } = {},
): Part {
  return stack.add({
    name: number ? `Web process ${number}` : 'The web process',
    log: number ? `web-${number}` : 'web',
    command: NODE,
    args: isHot ? HOT_WEB : ['--enable-source-maps', ...webCommand()],
    env,
    isReady: () => succeeds(`http://localhost:${env.PORT}/readyz`),
    stopsFirst: true,
    help: 'fix what it reports, or set PORT to another port.',
    shows: warningIn,
  });
}

/** @param env of the worker */
export function addWorker(stack: Stack, env: Record<string, string>, { number }: Which = {}): Part {
  return stack.add({
    name: number ? `Worker ${number}` : 'The worker',
    log: number ? `worker-${number}` : 'worker',
    command: NODE,
    args: workerCommand(),
    env: { ...WORKER_MEMORY, ...env },
    isReady: () => succeeds(`http://localhost:${env.WORKER_PORT}/readyz`),
    stopsFirst: true,
    help: 'fix what it reports, or set WORKER_PORT to another port.',
    shows: warningIn,
  });
}

async function succeeds(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}

/**
 * The terminal shows the warnings and errors of the web process and the worker; everything is in the log.
 * @returns the message of a log line; null below the level of a warning
 */
export function warningIn(line: string): string | null {
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } };
    return level < WARNING ? null : `${msg}${err ? `: ${err.message}` : ''}`;
  } catch {
    return line;
  }
}
