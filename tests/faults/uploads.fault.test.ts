/** Uploads when our process or the store fails. No partial file may remain, and no room be lost. */

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as listenForConnections, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3ObjectStore } from '#adapters/s3.ts';
import { initOrm } from '#db/orm.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { endStalledUploads } from '#services/contents/delete-files.ts';
import { deleteDueObjects } from '#tests/harness/jobs.ts';
import { testServices } from '#tests/harness/services.ts';
import { keptFile, upload } from '#tests/http/files.ts';
import { startWebProcess, type WebProcess } from '#tests/http/web.ts';

/** The object store, read by the test itself. */
function storeOf() {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = testServices().env;
  const access = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    credentials: access,
    forcePathStyle: true,
  });
  const Bucket = 'stillhere';
  return {
    port: s3ObjectStore({ endpoint: S3_ENDPOINT, region: 'us-east-1', bucket: Bucket, ...access }),
    async has(key: string) {
      const objects = await client.send(new ListObjectsV2Command({ Bucket, Prefix: key }));
      const begun = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }));
      return { objects: objects.Contents?.length ?? 0, begun: begun.Uploads?.length ?? 0 };
    },
  };
}

/** The store's answer to everything; null for the real store. */
let refusal: { status: number; code: string } | null = null;
const refusing = createServer((request, response) => {
  request.resume();
  response.writeHead(refusal?.status ?? 500, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<Error><Code>${refusal?.code}</Code><Message>no</Message></Error>`);
});
const connections = new Set<Socket>();
const gateway = listenForConnections((socket) => {
  connections.add(socket);
  socket.once('close', () => connections.delete(socket));
  const real = Number(new URL(testServices().env.S3_ENDPOINT ?? '').port);
  if (refusal) refusing.emit('connection', socket);
  else pipeline(socket, connect(real, '127.0.0.1'), socket).catch(() => {});
});
let web: WebProcess;
beforeAll(async () => {
  gateway.listen(0);
  const { port } = gateway.address() as AddressInfo;
  web = await startWebProcess({ S3_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await web?.stop();
  gateway.close();
});

describe('a store that', () => {
  test.each([
    ['is not there for us (503)', 503, 'SlowDown'],
    ['has a full disk (507)', 507, 'StorageFull'],
  ])(
    '%s: gives a clear error, saves nothing and loses no room; the same file can be uploaded later',
    async (_what, status, code) => {
      refusal = { status, code };
      // One that stays open leads to the real store.
      for (const connection of connections) connection.destroy();
      const person = await web.person();
      const bytes = randomBytes(10 * MEGABYTE);
      const owned = async () => {
        const [row] = await web.query<{ files: number; contents: number; deletions: number }>(
          `select (select count(*)::int from files f where f.owner_id = u.id) as files,
             (select count(*)::int from contents c where c.owner_id = u.id) as contents,
             (select count(*)::int from jobs where kind = 'delete-object') as deletions from users u where email = ?`,
          [person.email],
        );
        return row;
      };
      const before = await owned();
      const response = await upload(person, bytes, { type: 'file' });
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { code: 'unavailable', detail: expect.stringContaining('the file wasn’t saved') },
      ]);
      expect(await owned()).toEqual({ files: 0, contents: 0, deletions: (before?.deletions ?? 0) + 1 });
      refusal = null;
      await keptFile(await upload(person, bytes, { type: 'file' }));
    },
  );
});

// The last: the web process has died.
test('frees the room and removes the partial object when the web process dies during an upload', async () => {
  const person = await web.person();
  const form = new ReadableStream({
    start(controller) {
      const field = (name: string, value: string) =>
        `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = `${field('title', 'x')}${field('type', 'file')}--B\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
      controller.enqueue(Buffer.from(head));
      controller.enqueue(randomBytes(30 * MEGABYTE));
    },
  });
  const sending = person
    .send('/create/upload', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=B' },
      body: form,
      duplex: 'half',
    } as RequestInit)
    .catch(() => null);
  const { query } = web;
  // Of uploads that the store has refused.
  await query("delete from jobs where kind = 'delete-object'");
  const reservation = async () =>
    (
      await query<{ storage_key: string; reserved: string }>(
        'select storage_key, reserved from files where reserved > 0',
      )
    )[0];
  const store = storeOf();
  await expect.poll(async () => Number((await reservation())?.reserved ?? 0)).toBeGreaterThan(24 * MEGABYTE);
  const key = (await reservation())?.storage_key ?? '';
  await expect.poll(() => store.has(key)).toEqual({ objects: 0, begun: 1 });

  await web.process.kill('SIGKILL');
  await sending;

  const orm = await initOrm(web.database.url, { pool: 2 });
  try {
    // It may only be slow: an upload with recent bytes is left.
    expect(await endStalledUploads(orm.em.fork())).toBe(0);
    expect(await endStalledUploads(orm.em.fork(), 0)).toBe(1);
    expect(await reservation()).toBeUndefined();
    expect(await deleteDueObjects(orm.em.fork(), store.port)).toBe(1);
    expect(await store.has(key)).toEqual({ objects: 0, begun: 0 });
    // Once more a day later: a process that was only frozen may have finished its upload.
    expect(
      await query(
        "select kind, run_at > now() + interval '23 hours' as later from jobs where kind like 'delete-object%'",
      ),
    ).toEqual([{ kind: 'delete-object-again', later: true }]);
    await query("update jobs set run_at = now() where kind like 'delete-object%'");
    await deleteDueObjects(orm.em.fork(), store.port);
    expect(await query("select * from jobs where kind like 'delete-object%'")).toEqual([]);
  } finally {
    await orm.close(true);
  }
});
