/** The folder of one local stack: its data, its secrets, its logs, and who runs it. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresFolder } from './postgres.ts';
import { Plain } from './terminal.ts';

/** How long what was left running may take to end, in milliseconds. */
const GONE_WITHIN = 10_000;

/** What is made once and kept, so that what was sealed yesterday opens today. */
export interface Secrets {
  masterKeys: string;
  s3AccessKey: string;
  s3SecretKey: string;
  sendgridKey: string;
  /** EC P-256, base64 DER. */
  webhookPublicKey: string;
  webhookPrivateKey: string;
}

interface Running {
  pid: number;
  /** What was started, so that a process that only has its number by chance is left alone. */
  children: { pid: number; command: string }[];
}

/** The folder's own paths. */
export class Home {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
    mkdirSync(join(this.folder, 'logs'), { recursive: true });
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** @returns the secrets, made on the first start */
  secrets(): Secrets {
    const file = this.path('secrets.json');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secrets: Secrets = {
      masterKeys: `k1:${randomBytes(32).toString('base64')}`,
      s3AccessKey: randomBytes(10).toString('hex'),
      s3SecretKey: randomBytes(24).toString('hex'),
      sendgridKey: `SG.${randomBytes(16).toString('hex')}`,
      webhookPublicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      webhookPrivateKey: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    };
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }

  /**
   * Takes the folder for this process, and ends what a stack that was killed has left running.
   * @throws Plain when another one runs on it
   */
  async take(): Promise<void> {
    const running = this.#running();
    if (running && running.pid !== process.pid && commandOf(running.pid)?.includes('dev/main')) {
      throw new Plain(
        `A local stack already runs on ${this.folder} (process ${running.pid}): stop it, or set STILLHERE_HOME to another folder.`,
      );
    }
    const orphans = (running?.children ?? []).filter((child) => commandOf(child.pid)?.includes(child.command));
    // Postgres asked this way ends with all of its processes; others have nothing to tidy up.
    for (const { pid, command } of orphans) process.kill(pid, command === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
    for (let waited = 0; waited < GONE_WITHIN && orphans.some(({ pid }) => commandOf(pid) !== null); waited += 100)
      await sleep(100);
    this.record([]);
  }

  /** Notes what runs, for the next start. */
  record(children: Running['children']): void {
    writeFileSync(this.path('run.json'), JSON.stringify({ pid: process.pid, children } satisfies Running));
  }

  release(): void {
    rmSync(this.path('run.json'), { force: true });
  }

  /** Forgets everything that was kept here. */
  reset(): void {
    rmSync(postgresFolder(this.path('postgres')), { recursive: true, force: true });
    for (const name of ['postgres', 'engine', 'objects', 'meta', 'simulator', 'logs', 'secrets.json'])
      rmSync(this.path(name), { recursive: true, force: true });
    mkdirSync(this.path('logs'), { recursive: true });
  }

  #running(): Running | null {
    try {
      return JSON.parse(readFileSync(this.path('run.json'), 'utf8')) as Running;
    } catch {
      return null;
    }
  }
}

/** @returns the command line of a process, or null when there is no such process */
function commandOf(pid: number): string | null {
  try {
    return (
      execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || null
    );
  } catch {
    return null;
  }
}
