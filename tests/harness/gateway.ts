/** An object store on a folder of this machine. A test may read its files, kill its process and start it again. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { answersOn, freePorts } from '#dev/ports.ts';
import { BUCKET } from './objects.ts';
import { TestProcess } from './process.ts';

const [ACCESS_KEY, SECRET_KEY] = ['test', 'test-secret'];

export interface Gateway {
  process: TestProcess;
  /** What processes need to reach it. */
  env: { S3_ENDPOINT: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string };
  /** The path of an object of our bucket, by its key. */
  pathOf(key: string): string;
  /** The paths of all objects and of unfinished uploads. */
  files(): Promise<string[]>;
}

/** @param folder for its files; it makes two folders there */
export async function launchGateway(folder: string): Promise<Gateway> {
  const [store, meta] = [join(folder, 'objects'), join(folder, 'meta')];
  await Promise.all([mkdir(store), mkdir(meta)]);
  const command = await findBinary(BINARIES.versitygw, () => {});
  const [port = 0] = await freePorts(1);
  const gateway = new TestProcess({
    name: 'the object store',
    command,
    args: ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', meta, store],
    env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    isReady: () => answersOn(port),
  });
  await gateway.start();
  return {
    process: gateway,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    pathOf: (key) => join(store, BUCKET, key),
    async files() {
      const entries = await readdir(store, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
  };
}
