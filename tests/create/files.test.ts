/** What a page tells of files before the server has seen them. */
import { describe, expect, test } from 'vitest';
import { beyondRoom, guessType, problemOf, titleFrom } from '#app/components/upload-files.ts';
import { nextPace, paceWords, sentWords, startPace } from '#app/components/upload-pace.ts';
import { MEGABYTE } from '#domain/content/content.ts';

describe('the type of a file', () => {
  test.each([
    ['hills.png', 'image/png', 'text', 'image'],
    ['steps.mov', 'video/quicktime', 'image', 'video'],
    ['old.AVI', '', 'text', 'video'],
    ['voice.mp3', 'audio/mpeg', 'text', 'audio'],
    ['will.pdf', 'application/pdf', 'image', 'file'],
    ['drawing.svg', 'image/svg+xml', 'image', 'file'],
    ['hills.png', 'image/png', 'file', 'file'],
    ['camera.mts', '', 'video', 'video'],
    ['camera.mts', '', 'text', 'file'],
  ] as const)('%s (%s), picked under %s, is taken for %s', (name, type, chosen, expected) => {
    expect(guessType({ name, type }, chosen)).toBe(expected);
  });
});

test('a name of any length makes a title, and never half a character', () => {
  expect(titleFrom({ name: 'hills.png' })).toBe('hills.png');
  expect(titleFrom({ name: `${'x'.repeat(199)}🌱.png` })).toBe('x'.repeat(199));
});

test('what the server would refuse is said before', () => {
  expect(problemOf({ size: 1 }, ' ')).toEqual({ at: 'title', message: 'Please enter a title' });
  expect(problemOf({ size: 1 }, 'x'.repeat(201))?.at).toBe('title');
  expect(problemOf({ size: 0 }, 'x')?.at).toBe('file');
  expect(problemOf({ size: 1 }, 'x')).toBeNull();
});

test('of several files those that fit are kept, and what is left is counted on', () => {
  const files = [
    { key: 'a', size: 6 * MEGABYTE },
    { key: 'b', size: 5 * MEGABYTE },
    { key: 'c', size: 4 * MEGABYTE },
  ];
  expect([...beyondRoom(files, { limit: 50 * MEGABYTE, used: 40 * MEGABYTE })]).toEqual([
    ['b', 'This needs 5.00 MB, and 4.00 MB of your 50.00 MB are left.'],
  ]);
});

describe('the pace', () => {
  const size = 241.6 * MEGABYTE;

  test('is told in words', () => {
    expect(sentWords(148.2 * MEGABYTE, size)).toBe('148.20 of 241.60 MB');
    const pace = { sent: 148.2 * MEGABYTE, speed: 4.1 * MEGABYTE, from: { at: 0, sent: 0 } };
    expect(paceWords(pace, size)).toBe('4.10 MB a second, about 23 seconds left');
    expect(paceWords({ ...pace, speed: MEGABYTE }, size)).toBe('1.00 MB a second, about 2 minutes left');
    expect(paceWords({ ...pace, sent: size }, size)).toContain('about 1 second left');
    expect(paceWords(startPace(0), size)).toBe('');
  });

  test('follows the line without jumping at each packet', () => {
    let pace = startPace(0);
    for (let at = 50; at <= 10_000; at += 50) pace = nextPace(pace, at * 1000, at);
    expect(pace.speed).toBeCloseTo(MEGABYTE * (1_000_000 / MEGABYTE), -3);
    const before = pace.speed ?? 0;
    pace = nextPace(pace, pace.sent, 10_500);
    expect(pace.speed).toBeGreaterThan(before * 0.8);
    for (let at = 11_000; at < 40_000; at += 500) pace = nextPace(pace, pace.sent, at);
    expect(pace.speed).toBeLessThan(before / 100);
  });
});
