/** A machine with nothing on it, to restore on; and the commands as an operator runs them. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { addressAs } from '#db/roles.ts';
import { restoreBackup } from '#services/backup/restore-backup.ts';
import type { VaultContext } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { administer } from '#tests/harness/database.ts';
import { launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { eventually } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const WEBHOOK_KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

export type Place = Awaited<ReturnType<typeof emptyPlace>>;

/**
 * An empty database without a schema, and a store without a bucket.
 * @param folder where the store's files may lie
 * @param ring the master keys that it has
 */
export async function emptyPlace(folder: string, ring: string) {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const { postgresUrl } = testServices();
  await administer(postgresUrl, `create database ${name}`);
  const url = Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
  const at = await mkdtemp(join(folder, 'store-'));
  const gateway = await launchGateway(at);
  const objects = testObjects(gateway);
  const keyring = new Keyring(ring);
  let users = 0;
  return {
    url,
    gateway,
    objects,
    /** Opens the database for one piece of work: nobody else may look at it while something is restored. */
    async with<T>(work: (context: () => VaultContext) => Promise<T>): Promise<T> {
      const orm = await initOrm(url, { pool: 3 });
      users += 1;
      try {
        return await work(() => ({ em: orm.em.fork(), keyring, objects, now: new Date() }));
      } finally {
        await orm.close(true);
        users -= 1;
        if (users === 0) await untilLeft(postgresUrl, name);
      }
    },
    restore(from: string, keys = keyring, store: ObjectStore = objects) {
      return this.with((context) => {
        const fork = () => context().em;
        return restoreBackup({ fork, objects: store, keyring: keys, migrate: (to) => migrate(url, to) }, from);
      });
    },
    async close() {
      objects.close();
      await gateway.process.kill('SIGTERM');
      await administer(postgresUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Waits until nobody is connected to a database: a pool that was closed says goodbye to the server and does not wait for it. */
async function untilLeft(postgresUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const connected = "select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'";
    await eventually(
      async () => (await client.query(connected, [name])).rows,
      (rows) => rows.length === 0,
    );
  } finally {
    await client.end();
  }
}

/** @returns the addresses of a database for the commands: a backup may only read it */
export function addressesOf(url: string) {
  return { MIGRATION_DATABASE_URL: url, BACKUP_DATABASE_URL: addressAs('backup', url) };
}

/** As an operator runs it. @param env of the place that is meant */
export function run(
  command: 'backup' | 'backup:erase' | 'restore',
  folder: string,
  env: Record<string, string>,
  ...more: string[]
) {
  const common = { SENDGRID_API_KEY: 'SG.test', SENDGRID_WEBHOOK_PUBLIC_KEY: WEBHOOK_KEY };
  return promisify(execFile)(process.execPath, ['dev/operator.ts', command, folder, ...more], {
    cwd: ROOT,
    env: { ...process.env, ...common, ...env },
  });
}
