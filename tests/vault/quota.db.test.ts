/** Many uploads at once at the edge of a plan: what it holds is never exceeded, not even for a moment, and nothing is wasted. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { PLANS } from '#domain/subscription/plan.ts';
import type { IncomingFile } from '#services/contents/receive-file.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { CONTENTS_MAX, storageUse } from '#services/contents/storage.ts';
import { createText } from '#services/vault/change-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { chunks, DETAILS, incoming, keep, openVault, type Vault } from './vault.ts';

const LIMIT = PLANS.free.storage;

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());

/** A person on Free with so many bytes left. */
async function personWith(left: number): Promise<string> {
  const { id } = await vault.person();
  await createText(vault.context(), id, { title: 'x', content: 'x', is_public: false });
  await vault.query('update contents set size = ? where owner_id = ?', [LIMIT - left, id]);
  return id;
}

/** Bytes that are kept, counted one by one, and bytes that are promised to uploads under way. */
async function taken(ownerId: string): Promise<{ kept: number; promised: number }> {
  const [row] = await vault.query<{ kept: string; promised: string }>(
    `select (select coalesce(sum(size), 0) from contents where owner_id = ?) as kept,
       (select coalesce(sum(reserved), 0) from files where owner_id = ?) as promised`,
    [ownerId, ownerId],
  );
  return { kept: Number(row?.kept), promised: Number(row?.promised) };
}

/** Lets them all begin at once. @returns how many were kept, and the most that was ever taken */
async function race(ownerId: string, files: IncomingFile[]): Promise<{ won: number; peak: number }> {
  let isOver = false;
  let peak = 0;
  const look = async () => {
    const { kept, promised } = await taken(ownerId);
    peak = Math.max(peak, kept + promised);
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await sleep(5);
    }
    // The last upload may end between two looks.
    await look();
  })();
  const ended = await Promise.allSettled(files.map((file) => saveFile(vault.context(), ownerId, file)));
  isOver = true;
  await watching;
  const lost = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  for (const reason of lost) expect(reason).toMatchObject({ code: 'quota-exceeded' });
  return { won: ended.length - lost.length, peak };
}

describe('twenty uploads of a megabyte at once', () => {
  test('where ten fit to the last byte: exactly ten are saved', async () => {
    const owner = await personWith(10 * MEGABYTE);
    const { won, peak } = await race(
      owner,
      Array.from({ length: 20 }, () => incoming(MEGABYTE)),
    );
    expect([won, peak]).toEqual([10, LIMIT]);
    expect(await taken(owner)).toEqual({ kept: LIMIT, promised: 0 });
    expect((await storageUse(vault.context(), owner)).used).toBe(LIMIT);
    await expect(keep(vault, owner, Buffer.from('x'))).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  test('where one byte is missing for ten: nine are saved', async () => {
    const owner = await personWith(10 * MEGABYTE - 1);
    const { won, peak } = await race(
      owner,
      Array.from({ length: 20 }, () => incoming(MEGABYTE)),
    );
    expect([won, peak]).toEqual([9, LIMIT - MEGABYTE + 1]);
  });

  test('of unknown length: never more than fit, and unused reservations are free again', async () => {
    const owner = await personWith(10 * MEGABYTE);
    const { won, peak } = await race(
      owner,
      Array.from({ length: 20 }, () => incoming(MEGABYTE, { length: null })),
    );
    expect(won).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(LIMIT);
    expect(await taken(owner)).toEqual({ kept: LIMIT - (10 - won) * MEGABYTE, promised: 0 });
    for (let left = 10 - won; left > 0; left--) await keep(vault, owner, randomBytes(MEGABYTE));
    expect(await taken(owner)).toEqual({ kept: LIMIT, promised: 0 });
  });
});

describe('a file that does not fit', () => {
  test('is refused before its first byte is read when its length is known', async () => {
    const owner = await personWith(MEGABYTE);
    let isAsked = false;
    const bytes = (async function* () {
      isAsked = true;
      yield randomBytes(10);
    })();
    const refused = saveFile(vault.context(), owner, incoming(MEGABYTE + 1, { bytes }));
    await expect(refused).rejects.toMatchObject({
      code: 'quota-exceeded',
      message:
        'Your vault holds 50.00 MB, and 1.00 MB are left. This needs 1.00 MB. There’s room for it on the Plus and Premium plans.',
      plans: ['Plus', 'Premium'],
    });
    expect(isAsked).toBe(false);
  });

  test.each([
    ['nobody said how long it is', null],
    ['it is longer than was said', { atLeast: 10, atMost: 10 }],
  ])('is refused when it grows too long, because %s; and nothing of it stays', async (_why, length) => {
    const owner = await personWith(9 * MEGABYTE);
    const before = await vault.stored();
    const refused = saveFile(vault.context(), owner, incoming(20 * MEGABYTE, { length }));
    await expect(refused).rejects.toBeInstanceOf(AppError);
    await expect(refused).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(await taken(owner)).toEqual({ kept: LIMIT - 9 * MEGABYTE, promised: 0 });
    expect(await vault.stored()).toEqual(before);
    await keep(vault, owner, randomBytes(9 * MEGABYTE));
  });

  test('may be longer than announced as long as there is room', async () => {
    const owner = await personWith(9 * MEGABYTE);
    const bytes = chunks(randomBytes(9 * MEGABYTE));
    await saveFile(vault.context(), owner, incoming(0, { bytes, length: { atLeast: 1, atMost: 10 } }));
    expect(await taken(owner)).toEqual({ kept: LIMIT, promised: 0 });
  });
});

test(`an account has at most ${CONTENTS_MAX} contents: uploads in progress count, and changes are not refused`, async () => {
  const { id: owner } = await vault.person('premium');
  const letter = { title: 'x', content: 'x', is_public: false };
  const { id } = await createText(vault.context(), owner, letter);
  await vault.query("update storage_use set items = ? where owner_id = ? and type = 'text'", [CONTENTS_MAX - 1, owner]);
  let refused: unknown;
  const [first, second] = [incoming(10), incoming(10)];
  const after = async () => {
    refused = await saveFile(vault.context(), owner, second).catch((error: unknown) => error);
    return DETAILS;
  };
  await saveFile(vault.context(), owner, { ...first, after });
  expect(refused).toMatchObject({ code: 'quota-exceeded', message: expect.stringContaining('100,000 items') });
  await expect(createText(vault.context(), owner, letter)).rejects.toMatchObject({ code: 'quota-exceeded' });
  await editContent(vault.context(), owner, id, { title: 'changed', content: 'x' });
});
