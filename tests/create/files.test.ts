/** What a page tells of files before the server has seen them. */
import { describe, expect, test } from 'vitest';
import { beyondRoom, guessType, problemOf, reasonFor, reasonForFile, titleFrom } from '#app/components/upload/files.ts';
import type { UploadItem, UploadState } from '#app/components/upload/queue.ts';
import { outcomeMessage } from '#app/components/upload/saving.ts';
import { nextPace, paceWords, readAnswer, sentWords, startPace } from '#app/components/upload/send.ts';
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

  test('is guessed for each of several under "File", which says no more than that they are files', () => {
    expect(guessType({ name: 'hills.png', type: 'image/png' }, 'file', true)).toBe('image');
    expect(guessType({ name: 'will.pdf', type: 'application/pdf' }, 'file', true)).toBe('file');
  });

  test('is explained where it is another than was chosen', () => {
    expect(reasonFor('image')).toBe('A picture, so we’ll save it as an Image.');
    expect(reasonFor('file')).toBe('Not a picture, video or recording, so we’ll save it as a File.');
    expect(reasonForFile({ name: 'song.mp3' }, 'audio')).toBe('song.mp3 is a recording, so we’ll save it as Audio.');
  });
});

test('a name of any length makes a title, and never half a character', () => {
  expect(titleFrom({ name: 'hills.png' })).toBe('hills.png');
  expect(titleFrom({ name: `${'x'.repeat(199)}🌱.png` })).toBe('x'.repeat(199));
  for (const length of [194, 195, 196, 197])
    expect(titleFrom({ name: `${'x'.repeat(length)}👨‍👩‍👧‍👦.png` })).toBe('x'.repeat(length));
  expect(titleFrom({ name: 'x'.repeat(201) })).toBe('x'.repeat(200));
});

test('the browser names what the server would refuse, before the upload', () => {
  expect(problemOf({ size: 1 }, { title: ' ', caption: '' })).toMatchObject({
    at: 'title',
    message: 'Please enter a title',
  });
  expect(problemOf({ size: 1 }, { title: 'x'.repeat(201), caption: '' })?.at).toBe('title');
  expect(problemOf({ size: 1 }, { title: 'x', caption: 'x'.repeat(2_001) })?.at).toBe('caption');
  expect(problemOf({ size: 0 }, { title: 'x', caption: '' })).toMatchObject({ at: 'file', remedy: 'none' });
  expect(problemOf({ size: 1 }, { title: 'x', caption: 'x'.repeat(2_000) })).toBeNull();
});

test('of several files, accepts those that fit, and counts the room that is left', () => {
  const files = [
    { key: 'a', size: 6 * MEGABYTE },
    { key: 'b', size: 5 * MEGABYTE },
    { key: 'c', size: 4 * MEGABYTE },
    { key: 'd', size: 51 * MEGABYTE },
  ];
  expect([...beyondRoom(files, { limit: 50 * MEGABYTE, used: 40 * MEGABYTE })]).toEqual([
    [
      'b',
      {
        message: 'This needs 5.00 MB, and you have 4.00 MB of 50.00 MB left.',
        canMakeRoom: true,
        plans: ['Plus', 'Premium'],
      },
    ],
    [
      'd',
      {
        message: 'This needs 51.00 MB, and you have 0.00 MB of 50.00 MB left.',
        canMakeRoom: false,
        plans: ['Plus', 'Premium'],
      },
    ],
  ]);
});

test('a vault over its quota accepts no file, and the refusal says how much it holds', () => {
  const [[, shortage] = []] = beyondRoom([{ key: 'a', size: 1 }], { limit: 50 * MEGABYTE, used: 3_100 * MEGABYTE });
  expect(shortage).toMatchObject({
    message: 'This needs 0.01 MB. You already use 3100.00 MB, which is more than the 50.00 MB of your plan.',
    plans: ['Premium'],
  });
});

describe('a refusal offers what helps', () => {
  const problem = (code: string, field = 'file') => ({ code, detail: 'Why.', errors: [{ field, message: 'Why.' }] });
  test.each([
    [413, { ...problem('quota-exceeded'), limit: 9, used: 8 }, 'room'],
    [402, problem('plan-required', 'is_public'), 'as-private'],
    [422, problem('validation-failed'), 'as-file'],
    [422, problem('validation-failed', 'title'), 'none'],
    [401, problem('unauthenticated'), 'again'],
    [503, problem('unavailable'), 'again'],
    [502, null, 'again'],
  ])('%i: %j', (status, answer, remedy) => {
    expect(readAnswer(status, answer, { size: 4, isFile: false }).sent).toMatchObject({ kind: 'refused', remedy });
  });

  test('and a File that is refused is not to be kept as a File', () => {
    expect(readAnswer(422, problem('validation-failed'), { size: 4, isFile: true }).sent).toMatchObject({
      remedy: 'none',
    });
  });

  test('with the room there is, where there is too little, in the words of the page', () => {
    const room = { limit: 50 * MEGABYTE, used: 46 * MEGABYTE };
    const refused = readAnswer(413, { ...problem('quota-exceeded'), ...room }, { size: 5 * MEGABYTE, isFile: false });
    expect(refused.room).toEqual(room);
    expect(refused.sent).toMatchObject({ message: 'This needs 5.00 MB, and you have 4.00 MB of 50.00 MB left.' });
  });
});

describe('the summary of several uploads', () => {
  const kept: UploadState = { kind: 'kept', id: 'c' };
  const cancelled: UploadState = { kind: 'cancelled' };
  const empty: UploadState = { kind: 'refused', at: 'file', message: 'This file is empty.', remedy: 'none' };
  test.each<[string, UploadState[], ReturnType<typeof outcomeMessage>]>([
    ['all are kept', [kept, kept], { kind: 'success', text: 'Content created successfully!' }],
    [
      'one waits for a proof',
      [kept, { ...kept, isHeld: true }],
      {
        kind: 'success',
        text: 'Content created successfully! Only you can see it until you share it on its page.',
      },
    ],
    ['one is refused', [empty], { kind: 'error', text: 'Error creating content: This file is empty.' }],
    ['some are refused', [kept, empty, kept], { kind: 'error', text: 'Error creating content: 2 of 3 are saved.' }],
    ['all are refused', [empty, empty], { kind: 'error', text: 'Error creating content: 0 of 2 are saved.' }],
    ['some are cancelled', [kept, cancelled], { kind: 'info', text: '1 of 2 is saved.' }],
    ['the one is cancelled', [cancelled], null],
  ])('is one line when %s', (_, states, expected) => {
    const items = states.map(item);
    expect(outcomeMessage(items, new Set(items.map(({ key }) => key)))).toEqual(expected);
  });

  test('gives the reason when one of several was tried again', () => {
    const text = 'Error creating content: This file is empty.';
    expect(outcomeMessage([kept, empty, empty].map(item), new Set(['1']))).toEqual({ kind: 'error', text });
  });
});

function item(state: UploadState, index: number): UploadItem {
  const about = { title: 'a', caption: '', type: 'file', reason: null } as const;
  return { ...about, key: `${index}`, once: `once ${index}`, file: new File([], 'a.txt'), state };
}

describe('the pace', () => {
  const size = 241.6 * MEGABYTE;

  test('is in words', () => {
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
