import { createHash, randomBytes } from 'node:crypto';
import { generateHybridIdentity } from 'age-encryption';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Source, sourceOf } from '#app/sealed/age-file.ts';
import { type Opening, openParcel, sealParcel } from '#app/sealed/parcel.ts';
import { ParcelFault } from '#app/sealed/parcel-fault.ts';
import { identityOfShares, splitIdentity } from '#app/sealed/shares.ts';
import { generateWords } from '#app/sealed/words.ts';
import { holds } from '#tests/spec/holds.ts';
import { changed, makeParcel, parcelOf, type TestParcel } from './make.ts';

const LETTER = 'Dear Ana, this is for your eighteenth birthday.';
const FILM = randomBytes(3 * 1024 * 1024 + 17);

let letter: TestParcel;
let film: TestParcel;
beforeAll(async () => {
  letter = await makeParcel(LETTER);
  film = await makeParcel(FILM, { name: 'film.mp4', type: 'video/mp4', title: 'Our garden' });
});

async function all(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** @returns what it opens to, or the kind of its fault */
async function openedBy(parcel: Pick<TestParcel, 'content' | 'meta' | 'key'>, by: Opening, number?: string) {
  try {
    return (await all((await openParcel(parcelOf(parcel), by, { number })).stream())).toString();
  } catch (error) {
    if (error instanceof ParcelFault) return error.kind;
    throw error;
  }
}

const byWords = ({ words }: TestParcel) => ({ words: words.join(' ') });

describe('words', () => {
  test('open a parcel in any case, with anything between them', async () => {
    holds('C-23', 'C-25');
    expect(await openedBy(letter, { words: ` ${letter.words.join(', ').toUpperCase()}.` })).toBe(LETTER);
  });

  test('that are not in the list are named as typing errors', async () => {
    const typed = ['abakus', ...letter.words.slice(1)].join(' ');
    const fault = await openParcel(parcelOf(letter), { words: typed }).catch((error: unknown) => error);
    expect(fault).toMatchObject({ kind: 'unknown-words', words: ['abakus'] });
  });

  test.each([5, 7])('of another number are refused: %i', async (count) => {
    const words = [...letter.words, 'abacus'].slice(0, count).join(' ');
    expect(await openedBy(letter, { words })).toBe('unknown-words');
  });

  test('of another parcel are wrong, and no damage', async () => {
    expect(await openedBy(letter, { words: generateWords().join(' ') }, letter.number)).toBe('wrong-words');
  });

  test('are six of 7,772 words, of which none has a hyphen', () => {
    const words = Array.from({ length: 2_000 }, generateWords);
    expect(words.every((six) => six.length === 6 && six.every((word) => /^[a-z]+$/.test(word)))).toBe(true);
    // Of 7,772 words, 12,000 draws leave about a fifth unseen.
    expect(new Set(words.flat()).size).toBeGreaterThan(5_500);
  });

  test('are of the list of the EFF, unchanged', async () => {
    const { default: list } = await import('#app/sealed/eff-long-list.json', { with: { type: 'json' } });
    const dice = (index: number) => [1296, 216, 36, 6, 1].map((unit) => (Math.floor(index / unit) % 6) + 1).join('');
    const file = list.split(' ').map((word, index) => `${dice(index)}\t${word}\n`);
    expect(createHash('sha256').update(file.join('')).digest('hex')).toBe(
      'addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e',
    );
  });
});

describe('shares', () => {
  const SUBSETS = [[], ['s'], ['a'], ['b'], ['s', 'a'], ['s', 'b'], ['a', 'b'], ['s', 'a', 'b']] as const;

  test.each(SUBSETS.map((names) => [names.join('') || 'none', names] as const))(
    'open it where there are two or more of the three: %s',
    async (_, names) => {
      holds('C-23', 'C-25');
      const shares = names.map((name) => letter.shares[name]);
      expect(await openedBy(letter, { shares })).toBe(names.length >= 2 ? LETTER : 'wrong-shares');
    },
  );

  test('of two parcels open neither', async () => {
    const shares = [letter.shares.a, film.shares.b];
    expect([await openedBy(letter, { shares }), await openedBy(film, { shares })]).toEqual([
      'wrong-shares',
      'wrong-shares',
    ]);
  });

  test('one of them twice is not two', async () => {
    expect(await openedBy(letter, { shares: [letter.shares.a, letter.shares.a] })).toBe('wrong-shares');
  });

  test('that we hold of a thousand parcels open none of them, alone or together', async () => {
    holds('C-24');
    const parcels = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const identity = await generateHybridIdentity();
        return { identity, ours: (await splitIdentity(identity)).s };
      }),
    );
    const opened = async (identity: string, shares: Uint8Array[]) =>
      (await identityOfShares(shares).catch(() => null)) === identity;
    const tries = parcels.flatMap(({ identity, ours }, index) => {
      const next = parcels[(index + 1) % parcels.length]?.ours ?? ours;
      return [[ours], [ours, ours], [ours, next]].map((shares) => opened(identity, shares));
    });
    expect(tries).toHaveLength(3_000);
    expect((await Promise.all(tries)).filter(Boolean)).toEqual([]);
    const { identity } = parcels[0] ?? { identity: '' };
    const { s, a: sheet } = await splitIdentity(identity);
    expect(await opened(identity, [s, sheet])).toBe(true);
  });

  test('are 33 bytes each', () => {
    expect(Object.values(letter.shares).map(({ length }) => length)).toEqual([33, 33, 33]);
  });
});

describe('a parcel', () => {
  test('says after opening what was sealed, whatever its label says', async () => {
    const { meta } = await openParcel(parcelOf(film), byWords(film));
    const sha256 = createHash('sha256').update(film.content).digest('hex');
    const { length: size } = FILM;
    const about = { name: 'film.mp4', type: 'video/mp4', title: 'Our garden', size, sha256 };
    expect(meta).toEqual({ ...about, sealed_at: '2026-11-24T10:00:00.000Z' });
  });

  test('gives any part of a film as it is in the whole', async () => {
    const opened = await openParcel(parcelOf(film), byWords(film));
    await fc.assert(
      fc.asyncProperty(fc.nat(FILM.length + 10), fc.nat(200_000), async (start, length) => {
        const part = await opened.read(start, start + length);
        expect(Buffer.from(part).equals(FILM.subarray(start, start + length))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('seeks in a film without reading what comes before', async () => {
    const reads: number[] = [];
    const whole = sourceOf(film.content);
    const content: Source = {
      ...whole,
      read(from, to) {
        reads.push(to - from);
        return whole.read(from, to);
      },
    };
    const opened = await openParcel({ ...parcelOf(film), content }, byWords(film));
    reads.length = 0;
    await opened.read(2_000_000, 2_000_100);
    expect(reads).toEqual([65_552]);
  });

  test('streams a film with a megabyte in memory at a time', async () => {
    const opened = await openParcel(parcelOf(film), byWords(film));
    const lengths: number[] = [];
    for await (const part of opened.stream()) lengths.push(part.length);
    expect([Math.max(...lengths), lengths.length]).toEqual([1024 * 1024, 4]);
  });

  test('is made only as fast as it is read', async () => {
    let given = 0;
    const bytes = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      },
      { highWaterMark: 0 },
    );
    const made = await sealParcel({ bytes, name: '', type: '', title: '' }, generateWords(), new Date());
    const reader = made.content.getReader();
    for (let index = 0; index < 20; index++) await reader.read();
    expect(given).toBeLessThan(40 * 65_536);
    await reader.cancel();
    await expect(made.meta()).rejects.toThrow('not read to its end');
  });

  test.each([0, 1, 65_535, 65_536, 65_537])('of %i bytes opens', async (length) => {
    const original = randomBytes(length);
    const parcel = await makeParcel(original);
    const opened = await openParcel(parcelOf(parcel), byWords(parcel));
    expect((await all(opened.stream())).equals(original)).toBe(true);
  });

  test('knows how long its content will be', async () => {
    const made = await sealParcel(
      { bytes: new Blob([new Uint8Array(70_000)]).stream(), name: '', type: '', title: '' },
      generateWords(),
      new Date(),
    );
    const { byteLength } = await new Response(made.content as BodyInit).arrayBuffer();
    expect(made.contentSize(70_000)).toBe(byteLength);
  });
});

describe('a dishonest server', () => {
  test.each([
    ['the header of content.age', () => ({ ...film, content: changed(film.content, 40) })],
    ['the middle of content.age', () => ({ ...film, content: changed(film.content, 1_500_000) })],
    ['the end of content.age', () => ({ ...film, content: film.content.subarray(0, -1) })],
    ['a whole last part of content.age', () => ({ ...film, content: film.content.subarray(0, 2_000_000) })],
    ['what comes after content.age', () => ({ ...film, content: Buffer.concat([film.content, new Uint8Array(9)]) })],
    ['meta.age', () => ({ ...film, meta: changed(film.meta, film.meta.length - 20) })],
    ['the header of meta.age', () => ({ ...film, meta: changed(film.meta, 60) })],
    ['the payload of key.age', () => ({ ...film, key: changed(film.key, film.key.length - 1) })],
    ['content.age for that of another parcel', () => ({ ...film, content: letter.content })],
    ['meta.age for that of another parcel', () => ({ ...film, meta: letter.meta })],
    ['content.age and meta.age', () => ({ ...film, content: film.meta, meta: film.content })],
    ['content.age for nothing', () => ({ ...film, content: new Uint8Array() })],
  ])('that changes %s is found', async (_, dishonest) => {
    expect(await openedBy(dishonest(), byWords(film))).toBe('damaged');
  });

  test('that cuts the end is found before the first byte', async () => {
    const cut = { ...film, content: film.content.subarray(0, film.content.length - 65_552) };
    await expect(openParcel(parcelOf(cut), byWords(film))).rejects.toMatchObject({ kind: 'damaged' });
  });

  test('that gives the key of another parcel is found by its number, and the words do not open it', async () => {
    const swapped = { ...film, key: letter.key };
    expect(await openedBy(swapped, byWords(film), film.number)).toBe('damaged');
    expect(await openedBy(swapped, byWords(film))).toBe('wrong-words');
  });

  test('that changes what the words protect is found by the number of the parcel', async () => {
    const at = Buffer.from(film.key).indexOf('\n', 30) + 5;
    const dishonest = { ...film, key: Buffer.from(film.key) };
    dishonest.key[at] = dishonest.key[at] === 65 ? 66 : 65;
    expect(await openedBy(dishonest, byWords(film), film.number)).toBe('damaged');
  });

  test('that swaps one file is found with shares, too', async () => {
    const shares = [film.shares.a, film.shares.b];
    expect(await openedBy({ ...film, content: letter.content }, { shares })).toBe('damaged');
  });

  test('that asks for a slow work factor is refused at once', async () => {
    const key = Buffer.from(Buffer.from(film.key).toString('latin1').replace(/ 15\n/, ' 30\n'), 'latin1');
    expect(await openedBy({ ...film, key }, byWords(film))).toBe('damaged');
  });
});

test('a fuzzed parcel is refused or whole, and never hangs', async () => {
  const shares = [letter.shares.a, letter.shares.b];
  const file = fc.constantFrom('content', 'meta', 'key' as const);
  const cuts = fc.record({ file, from: fc.nat(2_500), length: fc.nat(300), by: fc.uint8Array({ maxLength: 300 }) });
  await fc.assert(
    fc.asyncProperty(cuts, async ({ file: name, from, length, by }) => {
      const bytes = Buffer.from(letter[name]);
      const fuzzed = Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(from + length)]);
      const opened = await openedBy({ ...letter, [name]: fuzzed }, { shares });
      expect([LETTER, 'damaged', 'wrong-shares']).toContain(opened);
    }),
    { numRuns: 150 },
  );
});
