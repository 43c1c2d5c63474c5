/** A vault for one test file: a database and an object store of its own, both of which the test can look into. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { CreateFile } from '#domain/content/content.schema.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { IncomingFile } from '#services/contents/receive-file.ts';
import { saveFile } from '#services/contents/save-file.ts';
import type { VaultContext } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { launchGateway } from '#tests/harness/gateway.ts';
import { BUCKET, testObjects } from '#tests/harness/objects.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

export type Vault = Awaited<ReturnType<typeof openVault>>;

/** @param keyring one that another process has too; otherwise one of its own */
export async function openVault(keyring?: Keyring) {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-vault-'));
  await chmod(folder, 0o755);
  const [stage, gateway] = await Promise.all([createStage(keyring), launchGateway(folder)]);
  const objects = testObjects(gateway);
  await objects.prepare();
  const eyes = new S3Client({
    endpoint: gateway.env.S3_ENDPOINT,
    region: 'us-east-1',
    credentials: { accessKeyId: gateway.env.S3_ACCESS_KEY_ID, secretAccessKey: gateway.env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
  });
  const query = <Row>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<Row[]>(sql, params);
  return {
    ...stage,
    gateway,
    objects,
    query,
    /** @param store the real one, unless a test puts something before it */
    context: (store: ObjectStore = objects): VaultContext => ({ ...stage.context(), objects: store }),
    /** What the store has: objects, and uploads that were begun and not ended. */
    async stored(): Promise<{ objects: string[]; begun: string[] }> {
      const { Contents = [] } = await eyes.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      const { Uploads = [] } = await eyes.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
      return { objects: Contents.map(({ Key = '' }) => Key), begun: Uploads.map(({ Key = '' }) => Key) };
    },
    /** A person with an empty vault. */
    async person(plan: Plan = 'free'): Promise<{ id: string; email: string }> {
      const { id, email } = await createPerson(stage.context(), 'Helena Duarte', plan);
      await query('delete from contents where owner_id = ?', [id]);
      return { id, email };
    },
    /** The path of a file's object on the disk. */
    async pathOf(fileId: string): Promise<string> {
      const [row] = await query<{ storage_key: string }>('select storage_key from files where id = ?', [fileId]);
      return gateway.pathOf(row?.storage_key ?? '');
    },
    async close() {
      objects.close();
      eyes.destroy();
      await stage.close();
      await gateway.process.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What is said about a file. */
export const DETAILS: CreateFile = { title: 'The sea', type: 'file', is_public: false };

/** A file on its way in; random, and its length is known, unless said otherwise. */
export function incoming(size: number, change: Partial<IncomingFile> = {}): IncomingFile {
  return {
    before: DETAILS,
    after: async () => DETAILS,
    name: 'sea.bin',
    bytes: chunks(randomBytes(size)),
    length: { atLeast: size, atMost: size },
    signal: new AbortController().signal,
    ...change,
  };
}

/** Comes as a network brings it. */
export async function* chunks(bytes: Buffer, length = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Keeps these bytes. */
export function keep(vault: Vault, ownerId: string, bytes: Buffer): Promise<ContentView> {
  return saveFile(vault.context(), ownerId, incoming(bytes.length, { bytes: chunks(bytes) }));
}

/** All that comes. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
