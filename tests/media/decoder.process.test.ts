/** What an attacker has who took over a decoder: its pipe, and nothing else. Linux has the lock that this is about. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { commandOf as commandOrNull, parentOf } from '#dev/processes.ts';
import { serveDecoders } from '#services/media/decoder.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawable } from '#services/thumbnails/draw.ts';
import { eventually, TestProcess } from '#tests/harness/process.ts';
import { TEAL } from './pdfs.ts';

/** Decoders have a low priority: on a busy machine one takes long, and only a test about time may end it. */
const drawUnhurried: typeof drawApart = (options) => drawApart({ working: 300_000, ...options });

/** Root may read everything, so the process with secrets and its reader are another user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const SECRET = 'a-master-key-that-nobody-may-read';
const child = new URL('fixtures/child-attacks.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'decoder-'));
const keys = join(folder, 'keys');
writeFileSync(keys, SECRET);
afterAll(() => rmSync(folder, { recursive: true }));

function drawable(kind: DrawnKind, file: Buffer, contentType: string = `${kind}/any`): Drawable {
  return { kind, contentType, size: file.length, read: async (start, length) => file.subarray(start, start + length) };
}

/** @returns what the attacker got, or the code of the error */
async function attack(name: string, target = '', { isLocked = true, working = 300_000 } = {}): Promise<string> {
  const contentType = JSON.stringify({ name, target, isLocked });
  const drawing = await drawUnhurried({ child, working })(drawable('image', Buffer.alloc(1), contentType));
  if (drawing.outcome === 'drawn') throw new Error('An attack drew something.');
  return drawing.reason;
}

const commandOf = (pid: number) => commandOrNull(pid) ?? '';
const canvas = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#2a7f7f' } });
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

if (process.platform === 'linux') {
  describe('code in the place of a locked decoder', () => {
    test.each([
      ['its environment by the kernel', ''],
      ["its parent's environment", ''],
      ['a file', '/etc/passwd'],
      ['a file', keys],
      ['a file', '/proc/1/status'],
      ['a new file', join(folder, 'new')],
      ['a folder', '/proc'],
      ['a folder', folder],
      ['a network socket', ''],
      ['a local socket', ''],
      ['a program', '/bin/true'],
      ['a fork', ''],
      ['a program in its place', ''],
      ['a signal for its parent', ''],
      ['a trace of its parent', ''],
      ["its parent's memory", ''],
      ['a handle of its parent', ''],
      ['a ring of its own', ''],
      ['the ring of the event loop', '4'],
      ['shared memory', ''],
      ['a stack that grows', ''],
      ['higher limits', ''],
    ])('is refused %s %s', async (name, target) => {
      expect(await attack(name, target)).toBe('EPERM');
    });

    test('cannot connect to a port', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as { port: number };
      expect(await attack('a connection', `${port}`)).toBe('EPERM');
      server.close();
    });

    test('has no variable of ours', async () => {
      expect(await attack('its environment')).toBe('got ["VIPS_DISC_THRESHOLD"]');
    });

    test('does not get two gigabytes', async () => {
      expect(await attack('two gigabytes of addresses')).toBe('ENOMEM');
      expect(await attack('two gigabytes')).not.toContain('got');
    });

    test('is ended after its time, and the next picture is drawn', async () => {
      expect(await attack('endless time', '', { working: 3_000 })).toBe('It took too long.');
      const picture = drawable('image', await canvas().png().toBuffer());
      expect(await drawUnhurried()(picture)).toMatchObject({ outcome: 'drawn' });
    });

    // The attacks are real: without the lock they succeed.
    test.each([
      ["its parent's environment", '', 'got'],
      ['a file', keys, SECRET],
      ['a new file', join(folder, 'unlocked'), 'got'],
      ['a network socket', '', 'got'],
      ['a program', '/bin/true', 'got 0'],
      ['a signal for its parent', '', 'got 0'],
      ['shared memory', '', 'memory'],
      ['two gigabytes of addresses', '', 'memory'],
      ['a stack that grows', '', 'memory'],
    ])('would get %s without the lock', async (name, target, got) => {
      expect(await attack(name, target, { isLocked: false })).toContain(got);
    });
  });

  test('a decoder is locked before it asks for the first byte', async () => {
    const states: string[] = [];
    const file = await canvas().png().toBuffer();
    const watched: Drawable = {
      ...drawable('image', file),
      async read(start, length) {
        for (const pid of childrenOf(process.pid))
          if (commandOf(pid).includes('drawing-child'))
            states.push(...(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^(NoNewPrivs|Seccomp):\t\d$/gm) ?? []));
        return file.subarray(start, start + length);
      },
    };
    expect(await drawUnhurried()(watched)).toMatchObject({ outcome: 'drawn' });
    expect(states).toEqual(['NoNewPrivs:\t1', 'Seccomp:\t2']);
  });

  test('a process that hides its environment shows it to no other process of its user', async () => {
    const module = new URL('../../services/media/lock.ts', import.meta.url).pathname;
    const environmentOf = async (hide: string) => {
      const script = `import { hideEnvironment } from '${module}'; ${hide}; console.log('ready'); setInterval(() => {}, 1_000);`;
      const one = new TestProcess({
        ...{
          name: 'a process with secrets',
          command: process.execPath,
          args: ['--input-type=module', '--eval', script],
        },
        ...{ ...NOBODY, env: { SECRET } },
        isReady: async () => one.output.includes('ready'),
      });
      await one.start();
      const { stdout, stderr } = spawnSync('cat', [`/proc/${one.pid}/environ`], { encoding: 'utf8', ...NOBODY });
      await one.kill();
      return stdout.includes(SECRET) ? 'the secret' : stderr;
    };
    expect(await environmentOf('')).toBe('the secret');
    expect(await environmentOf('hideEnvironment()')).toContain('Permission denied');
  });
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => parentOf(pid) === parent);
}

describe('a locked decoder', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('still draws %s', async (format) => {
    const file = await canvas().toFormat(format).toBuffer();
    expect(await drawUnhurried()(drawable('image', file, `image/${format}`))).toMatchObject({ outcome: 'drawn' });
  });

  test('takes files and gives results that are larger than a pipe', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: 'white', noise } });
    const file = await picture.png({ compressionLevel: 0 }).toBuffer();
    expect(file.length).toBeGreaterThan(10_000_000);
    const drawing = await drawUnhurried()(drawable('copy', file));
    expect(drawing.outcome === 'drawn' && drawing.drawn.bytes.length > 1_000_000).toBe(true);
  });

  test.each<[string, DrawnKind, Buffer]>([
    ['a playlist', 'video', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')],
    ['a list of files', 'video', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['a film in a codec of nobody', 'video', fixture('unusual.avi')],
    ['an SVG', 'image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG that is sent as a film', 'video', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture of ImageMagick', 'image', Buffer.from('P6 1 1 255 abc')],
  ])('refuses %s', async (_, kind, file) => {
    expect(await drawUnhurried()(drawable(kind, file))).toMatchObject({ outcome: 'refused' });
  });
});

describe('the decoder service', () => {
  const socket = join(folder, 'decoder.sock');

  test('draws for those who have its socket, with nothing in its environment but where that is', async () => {
    const script = new URL('../../worker/decoder.ts', import.meta.url).pathname;
    const service = new TestProcess({
      ...{
        name: 'the decoder',
        command: '/usr/bin/env',
        args: ['-i', `DECODER_SOCKET=${socket}`, process.execPath, script],
      },
      // The file is there a moment before anybody listens.
      isReady: () => once(connect(socket).end(), 'connect').then(() => true),
    });
    await service.start();
    const draw = drawUnhurried({ socket });
    for (const [kind, file] of [
      ['video', fixture('teal.webm')],
      ['audio', fixture('fading.ogg')],
      ['page', TEAL],
    ] as const)
      expect(await draw(drawable(kind, file))).toMatchObject({ outcome: 'drawn' });
    await service.kill('SIGTERM');
    expect(service.exitCode).toBe(0);
  });

  test('ends a decoder when its client is gone', async () => {
    const server = serveDecoders(socket);
    const decoders = async () =>
      childrenOf(process.pid).filter((pid) => commandOf(pid).includes('drawing-child')).length;
    const gone: Drawable = {
      ...drawable('video', fixture('teal.mp4')),
      async read() {
        await eventually(decoders, (count) => count === 1);
        throw new Error('The store is away.');
      },
    };
    await expect(drawUnhurried({ socket })(gone)).rejects.toThrow('The store is away.');
    await eventually(decoders, (count) => count === 0);
    server.close();
  });

  test('ends a decoder that takes too long, and cuts off what is no job', async () => {
    const server = serveDecoders(socket);
    const slow = drawUnhurried({ socket, working: 50 })(drawable('video', fixture('teal.mp4')));
    expect(await slow).toEqual({ outcome: 'died', reason: 'It took too long.' });
    const stranger = connect(socket).resume();
    stranger.write('GET / HTTP/1.1\r\n');
    await once(stranger, 'close');
    expect(await drawUnhurried({ socket })(drawable('page', TEAL))).toMatchObject({ outcome: 'drawn' });
    server.close();
  });

  test('that is not there is an error, and not the fault of a file', async () => {
    const draw = drawUnhurried({ socket: join(folder, 'nowhere.sock') });
    await expect(draw(drawable('image', Buffer.alloc(1)))).rejects.toThrow('ENOENT');
  });
});
