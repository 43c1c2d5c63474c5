/** How slowly a file may come, through the whole web process: one whose minutes last a second and a half. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { HURRY } from '#tests/harness/hurry.ts';
import { startWebProcess, type WebProcess } from './web.ts';

const HURRIED = resolve(import.meta.dirname, '../harness/hurried.ts');

let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess({ NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${HURRIED}` });
});
afterAll(() => web?.stop());

/** An upload by hand, up to its first byte. */
async function begin(length: number) {
  const person = await web.person();
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const field = (name: string, value: string) =>
    `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const start = `${field('title', 'x')}${field('type', 'file')}--B\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const end = '\r\n--B--\r\n';
  const head = [
    'POST /create/upload HTTP/1.1',
    'host: x',
    `cookie: ${cookie}`,
    'sec-fetch-site: same-origin',
    'content-type: multipart/form-data; boundary=B',
    `content-length: ${start.length + length + end.length}`,
    'connection: close',
  ];
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (data: Buffer) => heard.push(data)).on('error', () => {});
  const closed = new Promise((ended) => socket.once('close', ended));
  socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
  const files = (state: string) =>
    web.query(
      `select f.id from files f join users u on u.id = f.owner_id where u.email = ? and f.state ${state} 'ready'`,
      [person.email],
    );
  return {
    socket,
    end,
    closed,
    heard: () => Buffer.concat(heard).toString('latin1'),
    kept: () => files('='),
    begun: () => files('<>'),
  };
}

/** So many minutes of that process. */
const minutes = (count: number) => (count * MINUTE) / HURRY;

test('a slow but steady upload of six minutes succeeds', async () => {
  const pieces = 100;
  const upload = await begin(pieces * 400);
  for (let piece = 0; piece < pieces; piece++) {
    await sleep(minutes(6.1) / pieces);
    upload.socket.write(randomBytes(400));
  }
  upload.socket.write(upload.end);
  await upload.closed;
  expect(upload.heard()).toMatch(/^HTTP\/1.1 201 /);
  expect(await upload.kept()).toHaveLength(1);
});

test('an upload of one byte a second is cut off with the reason, and leaves nothing', async () => {
  const upload = await begin(1_000);
  const dripping = setInterval(() => upload.socket.write('x'), SECOND / HURRY);
  await upload.closed;
  clearInterval(dripping);
  expect(upload.heard()).toMatch(/^HTTP\/1.1 408 /);
  await expect.poll(upload.begun).toEqual([]);
  expect(await upload.kept()).toEqual([]);
});

test('an upload that stops is cut off with the reason, and leaves nothing', async () => {
  const upload = await begin(1_000);
  upload.socket.write('the beginning');
  await expect.poll(upload.begun).toHaveLength(1);
  await upload.closed;
  expect(upload.heard()).toMatch(/^HTTP\/1.1 408 /);
  await expect.poll(upload.begun).toEqual([]);
  expect(await upload.kept()).toEqual([]);
});

/** Begins to send the given bytes, and continues on request. */
function sending(start: string) {
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (data: Buffer) => heard.push(data)).on('error', () => {});
  const closed = new Promise((ended) => socket.once('close', ended));
  socket.write(start);
  return { socket, closed, heard: () => Buffer.concat(heard).toString('latin1') };
}

const VISITORS_FORM =
  'POST /auth HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 200000\r\n\r\n';

test('a form that stops arriving is cut off with the reason, and its connection ends', async () => {
  const form = sending(VISITORS_FORM);
  await form.closed;
  expect(form.heard()).toMatch(/^HTTP\/1.1 408 [\s\S]*This came too slowly/);
});

test('a form of a visitor ends after two minutes, however steadily it comes', async () => {
  const form = sending(VISITORS_FORM);
  const began = performance.now();
  // Two kilobytes every four seconds.
  const steady = setInterval(() => form.socket.write('x'.repeat(2_048)), (4 * SECOND) / HURRY);
  await form.closed;
  clearInterval(steady);
  expect(form.heard()).toMatch(/^HTTP\/1.1 408 [\s\S]*This came too slowly/);
  expect(performance.now() - began).toBeGreaterThan(minutes(2));
});

test('an API call whose body arrives drop by drop gets a problem that says so', async () => {
  const call = sending(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\nconnection: close\r\n\r\n',
  );
  const dripping = setInterval(() => call.socket.write('{'), SECOND / HURRY);
  await call.closed;
  clearInterval(dripping);
  const answer = call.heard();
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*content-type: application\/problem\+json[\s\S]*"code":"malformed"/i);
  expect(answer).toContain('The request arrived too slowly, so nothing was saved.');
});
