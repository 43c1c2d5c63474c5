/** The process that draws: it may hang, crash or answer nonsense. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DrawingJob } from '#services/media/drawing-protocol.ts';
import type { Drawing } from '#services/thumbnails/draw.ts';
import { child, drawable, drawUnhurried, fixture } from './drawables.ts';

describe('a process that draws', () => {
  const picture = () => drawable('image', Buffer.alloc(10));

  test('hangs: is ended after its time', async () => {
    const draw = drawUnhurried({ child: child('child-hangs.js'), working: 1_500 });
    expect(await draw(picture())).toEqual({ outcome: 'died', reason: 'It took too long.' });
  });

  test.each<[string, Drawing['outcome'], string]>([
    ['crashes', 'died', 'It ended without a result.'],
    ['babbles', 'died', 'It sent an invalid line.'],
    ['reads-beyond', 'died', 'It sent an invalid line.'],
    ['draws-something-else', 'died', 'It drew something else.'],
  ])('%s', async (name, outcome, reason) => {
    expect(await drawUnhurried({ child: child(`child-${name}.js`) })(picture())).toEqual({ outcome, reason });
  });

  test('cannot be locked: that is an error, and not the fault of a file', async () => {
    await expect(drawUnhurried({ child: child('child-unready.js') })(picture())).rejects.toThrow('There is no lock.');
  });

  test('has nothing of ours in its environment', async () => {
    const draw = drawUnhurried({ child: child('child-environment.js') });
    const drawing = await draw(picture());
    expect(drawing).toEqual({ outcome: 'refused', reason: 'VIPS_DISC_THRESHOLD' });
  });

  test('draws nothing when it may not grow', async () => {
    const drawing = await drawUnhurried({ memory: 1_000_000 })(drawable('video', fixture('teal.mp4')));
    // It dies, or its decoder says that it has no memory.
    expect(drawing.outcome).not.toBe('drawn');
  });

  test('ends with the worker, in the middle of a film', async () => {
    const job: DrawingJob = { kind: 'video', contentType: 'video/mp4', size: 9_000, listening: 1, memory: 2 ** 30 };
    const script = fileURLToPath(new URL('../../services/media/drawing-child.ts', import.meta.url));
    const orphan = spawn(process.execPath, [script, JSON.stringify(job)], { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(orphan.stdout, 'data');
    orphan.stdin.end();
    expect(await once(orphan, 'exit')).toEqual([null, 'SIGKILL']);
  });

  test('ends at once when the worker stops, and that is no failure of the file', async () => {
    const stopped = new AbortController();
    const drawing = drawUnhurried({ child: child('child-hangs.js'), signal: stopped.signal })(picture());
    setTimeout(() => stopped.abort(), 200);
    // Left alone it would end as one that took too long.
    await expect(drawing).rejects.toThrow('aborted');
  });

  test('passes on an error of reading, and ends', async () => {
    const draw = drawUnhurried();
    const away = {
      ...picture(),
      read: async () => {
        throw new Error('The store is away.');
      },
    };
    await expect(draw(away)).rejects.toThrow('The store is away.');
  });
});
