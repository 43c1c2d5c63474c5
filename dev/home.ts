/** The folder of one local stack: its data, its secrets, its logs, and which process runs it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresFolder } from './postgres.ts';
import { commandOf } from './processes.ts';
import { isStack, lastRun, type RunningStack } from './running.ts';
import { ExplainedError } from './terminal.ts';

/** How long orphaned processes may take to end, in milliseconds. */
const ORPHAN_TIMEOUT = 10_000;

/** Made once and saved, so that yesterday's sealed data can be opened today. */
export interface Secrets {
  masterKeys: string;
  /** Of all roles of Postgres. */
  databasePassword: string;
  s3AccessKey: string;
  s3SecretKey: string;
  sendgridKey: string;
  /** EC P-256, base64 DER. */
  webhookPublicKey: string;
  webhookPrivateKey: string;
  twilioAccount: string;
  twilioToken: string;
  twilioContent: string;
  googleSecret: string;
  stripeKey: string;
  stripeWebhookSecret: string;
}

/** The folder, which one stack at a time may use. */
export class Home {
  readonly folder: string;
  #isOurs = false;

  /** @throws ExplainedError when the folder cannot be created */
  constructor(folder: string) {
    this.folder = resolve(folder);
    try {
      mkdirSync(join(this.folder, 'logs'), { recursive: true });
    } catch (error) {
      throw new ExplainedError(
        `The data cannot be kept in ${this.folder} (${(error as Error).message}): set STILLHERE_HOME to a folder that you may write to.`,
      );
    }
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** @returns the secrets; the first start makes them, and a later one adds those that an older version lacked */
  secrets(): Secrets {
    const file = this.path('secrets.json');
    const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
    const secrets: Secrets = { ...newSecrets(), ...saved };
    if (Object.keys(saved).length < Object.keys(secrets).length)
      writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }

  /**
   * Locks the folder for this process, and ends the processes that a killed stack has left.
   * @throws ExplainedError when another stack uses the folder
   */
  async take(): Promise<void> {
    while (!this.#lock()) {
      const running = lastRun(this.folder);
      if (running && running.pid !== process.pid && isStack(running.pid)) {
        throw new ExplainedError(
          `A local stack already runs on ${this.folder} (process ${running.pid}): stop it, or set STILLHERE_HOME to another folder.`,
        );
      }
      await endOrphans(running?.children ?? []);
      rmSync(this.path('run.json'), { force: true });
    }
  }

  /** Saves the environment for the operators' commands, which `npm run` starts beside the stack. */
  saveEnvironment(env: Record<string, string>, names: readonly string[]): void {
    const lines = names.flatMap((name) => (env[name] === undefined ? [] : [`${name}='${env[name]}'`]));
    writeFileSync(this.path('environment'), `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Saves which processes run, for the next start. */
  record(children: RunningStack['children']): void {
    // Without the folder, no later start needs the file.
    if (existsSync(this.folder))
      writeFileSync(this.path('run.json'), JSON.stringify({ pid: process.pid, children } satisfies RunningStack));
  }

  /** Unlocks the folder, if this process has locked it. */
  release(): void {
    if (this.#isOurs) rmSync(this.path('run.json'), { force: true });
    this.#isOurs = false;
  }

  /** Deletes all data. */
  reset(): void {
    rmSync(postgresFolder(this.path('postgres')), { recursive: true, force: true });
    for (const name of [
      'postgres',
      'engine',
      'objects',
      'meta',
      'simulator',
      'logs',
      'secrets.json',
      'environment',
      'temporal',
      'tls',
      'drill',
    ])
      rmSync(this.path(name), { recursive: true, force: true });
    mkdirSync(this.path('logs'), { recursive: true });
  }

  /** @returns whether this process has the lock: only one process can create the file */
  #lock(): boolean {
    const ours: RunningStack = { pid: process.pid, children: [] };
    try {
      writeFileSync(this.path('run.json'), JSON.stringify(ours), { flag: 'wx' });
      this.#isOurs = true;
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }
}

function newSecrets(): Secrets {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    masterKeys: `k1:${randomBytes(32).toString('base64')}`,
    databasePassword: randomBytes(18).toString('base64url'),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: randomBytes(24).toString('hex'),
    sendgridKey: `SG.${randomBytes(16).toString('hex')}`,
    webhookPublicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    webhookPrivateKey: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    twilioAccount: `AC${randomBytes(16).toString('hex')}`,
    twilioToken: randomBytes(16).toString('hex'),
    twilioContent: `HX${randomBytes(16).toString('hex')}`,
    googleSecret: randomBytes(18).toString('base64url'),
    stripeKey: `sk_test_${randomBytes(16).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  };
}

async function endOrphans(children: RunningStack['children']): Promise<void> {
  const isStillIt = ({ pid, command }: RunningStack['children'][number]) => commandOf(pid) === command;
  const orphans = children.filter(isStillIt);
  for (const { pid, command } of orphans) {
    try {
      // SIGQUIT ends Postgres with all its processes; the other parts have nothing to clean up.
      process.kill(pid, /\/postgres /.test(command) ? 'SIGQUIT' : 'SIGKILL');
    } catch {
      // It has just ended, or belongs to another user: then its port is reported as busy.
    }
  }
  for (let waited = 0; waited < ORPHAN_TIMEOUT && orphans.some(isStillIt); waited += 100) await sleep(100);
}
