/** An attacker changes objects in the store: they are refused, and never read as something else. */
import { randomBytes } from 'node:crypto';
import { copyFile, open, readFile, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFile } from '#services/contents/open-file.ts';
import { findContent, listPublicContents } from '#services/contents/read-contents.ts';
import { sayUnreadable } from '#services/contents/sealed-content.ts';
import { HEADER_BYTES, SEGMENT_BYTES, SealBroken, STRIDE_BYTES } from '#services/crypto/seal.ts';
import { dashboard } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { ObjectStore, StoredPart } from '#services/ports/object-store.ts';
import { createText } from '#services/vault/change-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { collect, keep, openVault, type Vault } from './vault.ts';

const SIZE = 3 * SEGMENT_BYTES + 1_000;

let vault: Vault;
let owner: string;
beforeAll(async () => {
  vault = await openVault();
  owner = (await vault.person()).id;
});
afterAll(() => vault?.close());

/** A file of four segments, and how reading it goes. */
async function kept(bytes = randomBytes(SIZE), ownerId = owner) {
  const { file_id } = await keep(vault, ownerId, bytes);
  const id = file_id ?? '';
  const file = await openFile(vault.context(), { accountId: ownerId }, id);
  const read = (start = 0, end = SIZE - 1) => file.read(start, end, new AbortController().signal);
  return {
    id,
    bytes,
    path: await vault.pathOf(id),
    read,
    /** Nothing leaves: reading does not even begin. */
    refused: () => expect(read()).rejects.toThrow(SealBroken),
    /** What leaves is true up to here, and then it breaks. */
    async breaksAfter(expected: number) {
      const parts: Buffer[] = [];
      const reading = read().then(async (source) => {
        for await (const part of source) parts.push(part);
      });
      await expect(reading).rejects.toThrow(SealBroken);
      expect(Buffer.concat(parts).equals(bytes.subarray(0, expected))).toBe(true);
    },
  };
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  await file.close();
}

const segmentAt = (index: number) => HEADER_BYTES + index * STRIDE_BYTES;

test('an intact file is read unchanged, whole and in ranges', async () => {
  const file = await kept();
  expect((await collect(await file.read())).equals(file.bytes)).toBe(true);
  expect((await collect(await file.read(SIZE - 1))).equals(file.bytes.subarray(-1))).toBe(true);
  expect((await stat(file.path)).size).toBe(segmentAt(4) - STRIDE_BYTES + 1_000 + 16);
});

describe('a changed byte', () => {
  test('in the first segment: no byte is sent', async () => {
    const file = await kept();
    await flip(file.path, segmentAt(0) + 5);
    await file.refused();
  });
  test('in the third segment: only the bytes before it are sent', async () => {
    const file = await kept();
    await flip(file.path, segmentAt(2) + 5);
    await file.breaksAfter(2 * SEGMENT_BYTES);
    await expect(file.read(2 * SEGMENT_BYTES + 100, 2 * SEGMENT_BYTES + 200)).rejects.toThrow(SealBroken);
    expect((await collect(await file.read(3 * SEGMENT_BYTES))).equals(file.bytes.subarray(3 * SEGMENT_BYTES))).toBe(
      true,
    );
  });
  test('in the last tag: the end is not sent', async () => {
    const file = await kept();
    await flip(file.path, (await stat(file.path)).size - 1);
    await file.breaksAfter(3 * SEGMENT_BYTES);
  });
  test('in the header in the store: no harm, since the database has its own copy', async () => {
    const file = await kept();
    await flip(file.path, 10);
    expect((await collect(await file.read())).equals(file.bytes)).toBe(true);
    await vault.query(
      `update files set seal_header = set_byte(seal_header, 10, get_byte(seal_header, 10) # 1) where id = ?`,
      [file.id],
    );
    const reopened = await openFile(vault.context(), { accountId: owner }, file.id);
    await expect(reopened.read(0, 9, new AbortController().signal)).rejects.toThrow(SealBroken);
  });
});

describe('an object that was', () => {
  test.each([
    ['cut in the middle', segmentAt(2) - 100],
    ['cut between two segments', segmentAt(2)],
    ['cut by its last byte', segmentAt(3) + 1_000 + 15],
    ['made longer', segmentAt(3) + 1_000 + 17],
    ['emptied', 0],
  ])('%s: nothing leaves', async (_what, length) => {
    const file = await kept();
    await truncate(file.path, length);
    await file.refused();
    await expect(file.read(0, 10)).rejects.toThrow(SealBroken);
    await expect(file.read(SIZE - 10)).rejects.toThrow(SealBroken);
  });

  test('cut: its read from the store is cancelled', async () => {
    const file = await kept();
    await truncate(file.path, segmentAt(3));
    const begun: StoredPart[] = [];
    const read: ObjectStore['read'] = async (...range) => {
      const part = await vault.objects.read(...range);
      if (part) begun.push(part);
      return part;
    };
    const reopened = await openFile(vault.context({ ...vault.objects, read }), { accountId: owner }, file.id);
    await expect(reopened.read(0, SEGMENT_BYTES, new AbortController().signal)).rejects.toThrow(SealBroken);
    await expect.poll(() => begun.map(({ bytes }) => (bytes as Readable).destroyed)).toEqual([true]);
  });

  test('removed: no byte is sent, and the error says so', async () => {
    const file = await kept();
    await unlink(file.path);
    await file.refused();
  });

  test('replaced by another one of the same length, also of the same person: no byte is sent', async () => {
    const [one, two] = [await kept(), await kept()];
    const stranger = await kept(randomBytes(SIZE), (await vault.person()).id);
    const [first, second] = [await readFile(one.path), await readFile(two.path)];
    await writeFile(one.path, second);
    await writeFile(two.path, first);
    await one.refused();
    await two.refused();
    await copyFile(stranger.path, one.path);
    await one.refused();
  });

  test('replaced by an earlier sealing of the same bytes: no byte is sent', async () => {
    const earlier = await kept();
    const again = await kept(earlier.bytes);
    await copyFile(earlier.path, again.path);
    await again.refused();
  });

  test('given a foreign segment: only the bytes before it are sent', async () => {
    const file = await kept();
    const sealed = await readFile(file.path);
    sealed.copy(sealed, segmentAt(1), segmentAt(2), segmentAt(3));
    await writeFile(file.path, sealed);
    await file.breaksAfter(SEGMENT_BYTES);
  });
});

test('a row that points to another person’s object cannot be opened', async () => {
  const file = await kept();
  const stranger = await kept(randomBytes(SIZE), (await vault.person()).id);
  await vault.query(`update files set storage_key = 'moved' || storage_key where id = ?`, [stranger.id]);
  await vault.query(
    `update files set (storage_key, seal_header) = (select substring(storage_key from 6), seal_header from files where id = ?) where id = ?`,
    [stranger.id, file.id],
  );
  const reopened = await openFile(vault.context(), { accountId: owner }, file.id);
  await expect(reopened.read(0, SIZE - 1, new AbortController().signal)).rejects.toThrow(SealBroken);
});

/** A context whose alarms are kept. */
function listening() {
  const heard: (string | undefined)[] = [];
  return {
    heard,
    context: {
      ...vault.context(),
      onBroken: (_: Error, { content }: Record<string, string>) => void heard.push(content),
    },
  };
}

test('a damaged item does not empty the gallery, and raises an alarm', async () => {
  const letter = { title: 'The sea', content: 'It is blue.', is_public: true };
  const [sound, head, key] = await Promise.all(
    [0, 1, 2].map(async () => createText(vault.context(), (await vault.person('premium')).id, letter)),
  );
  await vault.query('update contents set head = set_byte(head, 30, get_byte(head, 30) # 1) where id = ?', [head?.id]);
  await vault.query(
    `update users set wrapped_key = set_byte(wrapped_key, 40, get_byte(wrapped_key, 40) # 1)
     where id = (select owner_id from contents where id = ?)`,
    [key?.id],
  );
  const { heard, context } = listening();
  const { contents } = await listPublicContents(context, { limit: 10 });
  const titles = Object.fromEntries(contents.map(({ id, title }) => [id, title]));
  expect(titles).toEqual({
    [`${sound?.id}`]: 'The sea',
    [`${head?.id}`]: sayUnreadable(),
    [`${key?.id}`]: sayUnreadable(),
  });
  expect(heard.toSorted()).toEqual([head?.id, key?.id].toSorted());
  await expect(listPublicContents(vault.context(), { limit: 10 })).rejects.toThrow(SealBroken);
});

test('a damaged title hides no other item, nor its own text', async () => {
  const owner = await vault.person('premium');
  const letter = { title: 'The sea', content: 'It is blue.', is_public: false };
  const [sound, broken] = [
    await createText(vault.context(), owner.id, letter),
    await createText(vault.context(), owner.id, letter),
  ];
  for (const { id } of [sound, broken]) await scheduleDelivery(vault.context(), owner.id, scheduleOf(id));
  await vault.query('update contents set head = set_byte(head, 30, get_byte(head, 30) # 1) where id = ?', [broken.id]);
  const { heard, context } = listening();
  const { recent, upcoming } = await dashboard(context, owner.id);
  expect(recent.map(({ title }) => title)).toEqual([sayUnreadable(), 'The sea']);
  expect(upcoming.map(({ content_title: title }) => title).toSorted()).toEqual(['The sea', sayUnreadable()]);
  expect(heard).toEqual([broken.id, broken.id]);
  expect(await findContent(context, owner.id, broken.id)).toMatchObject({
    title: sayUnreadable(),
    content: 'It is blue.',
  });
});
