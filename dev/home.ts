/** The folder of one local stack: its data, its secrets, its logs, and who runs it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresFolder } from './postgres.ts';
import { commandOf } from './processes.ts';
import { isStack, noted, type Running } from './running.ts';
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
  twilioAccount: string;
  twilioToken: string;
  twilioContent: string;
  googleSecret: string;
  stripeKey: string;
  stripeWebhookSecret: string;
}

export class Home {
  readonly folder: string;
  #isOurs = false;

  /** @throws Plain when there can be no such folder */
  constructor(folder: string) {
    this.folder = resolve(folder);
    try {
      mkdirSync(join(this.folder, 'logs'), { recursive: true });
    } catch (error) {
      throw new Plain(
        `The data cannot be kept in ${this.folder} (${(error as Error).message}): set STILLHERE_HOME to a folder that you may write to.`,
      );
    }
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** @returns the secrets, made on the first start; what an older stack did not need yet is added */
  secrets(): Secrets {
    const file = this.path('secrets.json');
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
    const secrets: Secrets = { ...newSecrets(), ...kept };
    if (Object.keys(kept).length < Object.keys(secrets).length)
      writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }

  /**
   * Takes the folder for this process, and ends what a stack that was killed has left running.
   * @throws Plain when another one runs on it
   */
  async take(): Promise<void> {
    while (!this.#lock()) {
      const running = noted(this.folder);
      if (running && running.pid !== process.pid && isStack(running.pid)) {
        throw new Plain(
          `A local stack already runs on ${this.folder} (process ${running.pid}): stop it, or set STILLHERE_HOME to another folder.`,
        );
      }
      await endOrphans(running?.children ?? []);
      rmSync(this.path('run.json'), { force: true });
    }
  }

  /** Keeps the environment of the processes for the commands of operators, which `npm run` starts beside the stack. */
  keepEnvironment(env: Record<string, string>, names: readonly string[]): void {
    const lines = names.flatMap((name) => (env[name] === undefined ? [] : [`${name}='${env[name]}'`]));
    writeFileSync(this.path('environment'), `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Notes what runs, for the next start. */
  record(children: Running['children']): void {
    // Somebody deleted the folder: then there is no next start that could want to know.
    if (existsSync(this.folder))
      writeFileSync(this.path('run.json'), JSON.stringify({ pid: process.pid, children } satisfies Running));
  }

  /** Gives the folder back; another stack's is left alone. */
  release(): void {
    if (this.#isOurs) rmSync(this.path('run.json'), { force: true });
    this.#isOurs = false;
  }

  /** Forgets everything that was kept here. */
  reset(): void {
    rmSync(postgresFolder(this.path('postgres')), { recursive: true, force: true });
    for (const name of ['postgres', 'engine', 'objects', 'meta', 'simulator', 'logs', 'secrets.json', 'environment'])
      rmSync(this.path(name), { recursive: true, force: true });
    mkdirSync(this.path('logs'), { recursive: true });
  }

  /** @returns whether it is ours now: the file is there once, whoever asks at the same time */
  #lock(): boolean {
    const ours: Running = { pid: process.pid, children: [] };
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

async function endOrphans(children: Running['children']): Promise<void> {
  const isStillIt = ({ pid, command }: Running['children'][number]) => commandOf(pid) === command;
  const orphans = children.filter(isStillIt);
  for (const { pid, command } of orphans) {
    try {
      // Postgres asked this way ends with all of its processes; others have nothing to tidy up.
      process.kill(pid, /\/postgres /.test(command) ? 'SIGQUIT' : 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile, or belongs to somebody else: then its port says so.
    }
  }
  for (let waited = 0; waited < GONE_WITHIN && orphans.some(isStillIt); waited += 100) await sleep(100);
}
