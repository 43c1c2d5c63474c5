import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { SECOND } from '#domain/time/durations.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';

/** The S3 protocol by the AWS SDK, for AWS itself and for gateways that speak it. */
export function s3ObjectStore(options: {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}): ObjectStore {
  const { bucket: Bucket, endpoint, region, ...credentials } = options;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Reads and idempotent writes: trying three times in all costs nothing and bridges a restart of the gateway.
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3 * SECOND, requestTimeout: 10 * SECOND },
  });
  return {
    async prepare() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if ((error as { name?: string }).name !== 'NotFound') throw error;
        await client.send(new CreateBucketCommand({ Bucket }));
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
    close() {
      client.destroy();
    },
  };
}
