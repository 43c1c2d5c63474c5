/** How slowly a request may come, through the whole web. */
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { HURRY } from '#tests/harness/hurry.ts';
import { startWeb, startWebProcess, type Web } from './web.ts';

const HURRIED = resolve(import.meta.dirname, '../harness/hurried.ts');

/** Begins to send the given bytes, and continues on request. */
function sending(web: Web, start: string) {
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (data: Buffer) => heard.push(data)).on('error', () => {});
  const closed = new Promise((ended) => socket.once('close', ended));
  socket.write(start);
  return { socket, closed, heard: () => Buffer.concat(heard).toString('latin1') };
}

/** An upload by hand, up to its first byte. */
async function begin(web: Web, length: number) {
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
  const sent = sending(web, `${head.join('\r\n')}\r\n\r\n${start}`);
  const files = (state: string) =>
    web.query(
      `select f.id from files f join users u on u.id = f.owner_id where u.email = ? and f.state ${state} 'ready'`,
      [person.email],
    );
  return {
    ...sent,
    end,
    kept: () => files('='),
    begun: () => files('<>'),
  };
}

test('a steady upload takes longer than Node gives to a whole request, and succeeds', async () => {
  const web = await startWebProcess({ NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${HURRIED}` });
  try {
    const pieces = 50;
    const upload = await begin(web, pieces);
    for (let piece = 0; piece < pieces; piece++) {
      await sleep((6 * MINUTE) / HURRY / pieces);
      upload.socket.write('x');
    }
    upload.socket.write(upload.end);
    await upload.closed;
    expect(upload.heard()).toMatch(/^HTTP\/1.1 201 /);
    expect(await upload.kept()).toHaveLength(1);
  } finally {
    await web.stop();
  }
});

describe('a request that comes too slowly', () => {
  /** The clock of the web, which stands still. */
  let passed = 0;
  const letPass = (milliseconds: number) => {
    passed += milliseconds;
  };

  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  afterAll(() => web?.stop());
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => passed));

  /** Sends a piece, lets some time pass, and again, until the connection ends. @returns how much time it took */
  async function drip({ socket, closed }: ReturnType<typeof sending>, piece: string, each: number): Promise<number> {
    const began = passed;
    const dripping = setInterval(() => {
      if (piece) socket.write(piece);
      letPass(each);
    }, 50);
    await closed;
    clearInterval(dripping);
    return passed - began;
  }

  test('an upload of one byte a second is cut off with the reason, and leaves nothing', async () => {
    const upload = await begin(web, 10_000);
    await drip(upload, 'x', SECOND);
    expect(upload.heard()).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(upload.begun).toEqual([]);
    expect(await upload.kept()).toEqual([]);
  });

  test('an upload that stops is cut off with the reason, and leaves nothing', async () => {
    const upload = await begin(web, 1_000);
    upload.socket.write('the beginning');
    await expect.poll(upload.begun).toHaveLength(1);
    await drip(upload, '', SECOND);
    expect(upload.heard()).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(upload.begun).toEqual([]);
    expect(await upload.kept()).toEqual([]);
  });

  const VISITORS_FORM =
    'POST /auth HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 200000\r\n\r\n';

  test('a form that stops arriving is cut off with the reason, and its connection ends', async () => {
    const form = sending(web, VISITORS_FORM);
    await drip(form, '', SECOND);
    expect(form.heard()).toMatch(/^HTTP\/1.1 408 [\s\S]*This came too slowly/);
  });

  test('a form of a visitor ends after two minutes, however steadily it comes', async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pieces += 1;
          letPass(4 * SECOND);
          controller.enqueue(new Uint8Array(2_048));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '100000',
    };
    const answer = await web.fetch('/auth', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(408);
    expect(await answer.text()).toContain('This came too slowly');
    // Some pieces are on their way through the streams.
    expect(pieces * 4 * SECOND).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(pieces * 4 * SECOND).toBeLessThan(3 * MINUTE);
  });

  test('an API call whose body arrives drop by drop gets a problem that says so', async () => {
    const call = sending(
      web,
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\nconnection: close\r\n\r\n',
    );
    await drip(call, '{', SECOND);
    const answer = call.heard();
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*content-type: application\/problem\+json[\s\S]*"code":"malformed"/i);
    expect(answer).toContain('The request arrived too slowly, so nothing was saved.');
  });
});
