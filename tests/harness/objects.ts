import { s3ObjectStore } from '#adapters/s3.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { type TestServices, testServices } from './services.ts';

/** The bucket that the processes under test use. */
export const BUCKET = 'stillhere';

/** @returns the object store of this run; close it after use */
export function testObjects({ env }: Pick<TestServices, 'env'> = testServices()): ObjectStore {
  return s3ObjectStore({
    endpoint: env.S3_ENDPOINT ?? '',
    region: 'us-east-1',
    bucket: BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  });
}
