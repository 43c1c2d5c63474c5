import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { SignedReads } from './s3-reads.ts';

/**
 * The smallest parts that S3 takes, and enough at once that reading never waits for one: with four uploads that was a third
 * quicker than two parts of 8 MB, in less memory. Ten thousand of them are 48 GB, far above any quota.
 */
const PART_BYTES = 5 * MEGABYTE;
const PARTS_AT_ONCE = 4;
/** Chunks that wait to become a part. */
const WAITING_MAX = 4;
/**
 * A reader who pauses a video keeps a connection until they continue or are cut off. The SDK allows fifty: fifty visitors
 * would leave none for other reads and uploads.
 */
const SOCKETS_MAX = 2_000;

interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where an object is. */
interface Place {
  Bucket: string;
  Key: string;
}

/** The S3 protocol by the AWS SDK, for AWS and compatible gateways. */
export function s3ObjectStore(options: S3Options): ObjectStore {
  const { bucket: Bucket } = options;
  const client = createClient(options);
  const signed = new SignedReads(client, Bucket, SOCKETS_MAX);
  return {
    async prepare() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if (!isMissing(error)) throw error;
        await client.send(new CreateBucketCommand({ Bucket }));
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
    put: (Key, body, signal) => uploadParts(client, { Bucket, Key }, body, signal),
    async read(Key, from, to, signal) {
      const part = await signed.read(Key, from, to, signal);
      if (part) return part;
      try {
        const { Body, ContentRange } = await client.send(
          new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to}` }),
          signal ? { abortSignal: signal } : {},
        );
        return { bytes: Body as Readable, totalSize: Number(ContentRange?.split('/')[1] ?? Number.NaN) };
      } catch (error) {
        if (isMissing(error) || (error as { name?: string }).name === 'InvalidRange') return null;
        throw error;
      }
    },
    async remove(Key) {
      await abortUploads(client, { Bucket, Key });
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    close() {
      signed.close();
      client.destroy();
    },
  };
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Reads, parts and removals can be repeated: three tries bridge a restart of the gateway.
    maxAttempts: 3,
    // Our seal proves what is read, and the signature or TLS what is sent: another checksum proves nothing more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3 * SECOND,
      requestTimeout: 30 * SECOND,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: SOCKETS_MAX },
      httpsAgent: { maxSockets: SOCKETS_MAX },
    },
  });
}

/** @throws the abort's reason, or the error that broke `body` */
async function uploadParts(
  client: S3Client,
  place: Place,
  body: Parameters<ObjectStore['put']>[1],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const source = Readable.from(body, { highWaterMark: WAITING_MAX });
  // When the stream breaks, the SDK reports its own error, not the cause.
  let cause: unknown;
  source.once('error', (error) => {
    cause = error;
  });
  const upload = new Upload({
    client,
    params: { ...place, Body: source, ContentType: 'application/octet-stream' },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  });
  const abort = () => void upload.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await upload.done();
  } catch (error) {
    signal.throwIfAborted();
    throw cause ?? error;
  } finally {
    signal.removeEventListener('abort', abort);
    source.destroy();
  }
}

/** Unfinished uploads take storage, and no listing of objects shows them. */
async function abortUploads(client: S3Client, { Bucket, Key }: Place): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
  for (const { Key: found, UploadId } of Uploads) {
    if (found === Key)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(ignoreMissing);
  }
}

/** What aborted its own upload meanwhile has done what was wanted. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes((error as { name?: string }).name ?? '');
}
