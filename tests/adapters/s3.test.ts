/** How parts of objects are read: by signed addresses, and as the SDK does where that is not simple. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { s3ObjectStore } from '#adapters/s3.ts';
import type { ObjectStore, StoredPart } from '#services/ports/object-store.ts';

let server: Server;
let store: ObjectStore;
/** What the store was asked for, in order. */
let asked: { address: string; range: string; isSigned: boolean }[];
let answer: (response: ServerResponse, isSigned: boolean, request: IncomingMessage) => void;

// why: the test decides what the store answers.
beforeEach(async () => {
  asked = [];
  answer = (response) => response.writeHead(206, { 'content-range': 'bytes 2-4/9' }).end('abc');
  server = createServer((request, response) => {
    const isSigned = request.url?.includes('X-Amz-Signature') ?? false;
    asked.push({ address: request.url ?? '', range: request.headers.range ?? '', isSigned });
    answer(response, isSigned, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  store = s3ObjectStore({ endpoint, region: 'us-east-1', bucket: 'b', accessKeyId: 'id', secretAccessKey: 'secret' });
});
afterEach(async () => {
  store.close();
  server.closeAllConnections();
  server.close();
});

async function textOf(part: StoredPart | null): Promise<string | null> {
  if (part === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of part.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('reads all parts of an object by one signed address', async () => {
  const first = await store.read('files/one', 2, 4);
  expect([await textOf(first), first?.totalSize]).toEqual(['abc', 9]);
  expect(await textOf(await store.read('files/one', 5, 7))).toBe('abc');
  expect(asked.map(({ range, isSigned }) => [range, isSigned])).toEqual([
    ['bytes=2-4', true],
    ['bytes=5-7', true],
  ]);
  expect(asked[0]?.address).toMatch(/^\/b\/files\/one\?/);
  expect(asked[1]?.address).toBe(asked[0]?.address);
});

it.each([403, 500])('asks as the SDK does where the store answers an address with %i', async (status) => {
  answer = (response, isSigned) =>
    isSigned
      ? response.writeHead(status).end()
      : response.writeHead(206, { 'content-range': 'bytes 2-4/9' }).end('abc');
  expect(await textOf(await store.read('files/one', 2, 4))).toBe('abc');
  expect(asked.map(({ isSigned }) => isSigned)).toEqual([true, false]);
});

it('asks as the SDK does where the connection ends before an answer', async () => {
  answer = (response, isSigned, request) =>
    isSigned ? request.socket.destroy() : response.writeHead(206, { 'content-range': 'bytes 2-4/9' }).end('abc');
  expect(await textOf(await store.read('files/one', 2, 4))).toBe('abc');
});

it.each([
  [404, 'NoSuchKey'],
  [416, 'InvalidRange'],
])('finds no part where the store answers %i', async (status, code) => {
  answer = (response) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  expect(await store.read('files/one', 2, 4)).toBeNull();
});

it('throws why it was aborted, and asks nobody again', async () => {
  const given = new AbortController();
  answer = () => given.abort(new Error('The reader left.'));
  await expect(store.read('files/one', 2, 4, given.signal)).rejects.toThrow('The reader left.');
  expect(asked).toHaveLength(1);
});
