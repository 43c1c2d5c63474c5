/**
 * Reads parts of objects by signed addresses. The SDK signs and wraps each request anew, which takes it longer than a part
 * of a megabyte is on its way; one address serves all parts of an object.
 */
import http from 'node:http';
import https from 'node:https';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { StoredPart } from '#services/ports/object-store.ts';

/** For how long the store takes an address, and for how long we use it. */
const VALID = 15 * MINUTE;
const KEPT = 5 * MINUTE;
const KEPT_MAX = 1_000;
/** Until an answer begins. A reader who pauses a film may then take any time. */
const ANSWER_WITHIN = 5 * SECOND;

/** Reads what is simple; everything else is for the SDK. */
export class SignedReads {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #agents: { http: http.Agent; https: https.Agent };
  readonly #addresses = new Map<string, { address: string; until: number }>();

  /** @param sockets how many parts are read at once */
  constructor(client: S3Client, bucket: string, sockets: number) {
    this.#client = client;
    this.#bucket = bucket;
    const options = { keepAlive: true, maxSockets: sockets };
    this.#agents = { http: new http.Agent(options), https: new https.Agent(options) };
  }

  /**
   * @returns the part; null where the store did not simply give it, and the SDK is to ask again
   * @throws the reason of the signal when it is aborted
   */
  async read(key: string, from: number, to: number, signal?: AbortSignal): Promise<StoredPart | null> {
    try {
      const response = await this.#ask(await this.#addressOf(key), `bytes=${from}-${to}`, signal);
      if (response.statusCode === 206)
        return { bytes: response, totalSize: Number(response.headers['content-range']?.split('/')[1] ?? Number.NaN) };
      response.destroy();
    } catch {
      signal?.throwIfAborted();
    }
    this.#addresses.delete(key);
    return null;
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #addressOf(key: string): Promise<string> {
    const known = this.#addresses.get(key);
    if (known && known.until > performance.now()) return known.address;
    if (this.#addresses.size >= KEPT_MAX) this.#addresses.clear();
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key });
    const address = await getSignedUrl(this.#client, command, { expiresIn: VALID / SECOND });
    this.#addresses.set(key, { address, until: performance.now() + KEPT });
    return address;
  }

  #ask(address: string, range: string, signal?: AbortSignal): Promise<http.IncomingMessage> {
    const isSecure = address.startsWith('https:');
    const send = isSecure ? https.get : http.get;
    const agent = isSecure ? this.#agents.https : this.#agents.http;
    return new Promise((resolve, reject) => {
      const options = { agent, headers: { range }, timeout: ANSWER_WITHIN, ...(signal && { signal }) };
      const asked = send(address, options, (response) => {
        asked.setTimeout(0);
        resolve(response);
      });
      asked.on('error', reject);
      asked.once('timeout', () => asked.destroy(new Error('The store is silent.')));
    });
  }
}
