/** Earlier versions of letters, and what they cost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeContent } from '#domain/content/content.schema.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { findContent } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import { deleteVersions, listVersions, readVersion } from '#services/contents/versions.ts';
import { lockAccount } from '#services/lock-account.ts';
import { changeContent, createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { ChangedMeanwhile, type ContentEdit, editContent, restoreVersion } from '#services/vault/edit-content.ts';
import { eventually } from '#tests/harness/process.ts';
import { openVault, type Vault } from '#tests/vault/vault.ts';

let vault: Vault;
let me: string;
let letter: string;
beforeAll(async () => {
  vault = await openVault();
});
beforeEach(async () => {
  ({ id: me } = await vault.person());
  ({ id: letter } = await createText(vault.context(), me, { title: 'For Ana', content: 'one', is_public: false }));
});
afterAll(() => vault?.close());

const edit = (change: ContentEdit, expected: number | null = null, id = letter) =>
  editContent(vault.context(), me, id, change, expected);
const versions = () => listVersions(vault.context(), me, letter);
const read = (n: number) => readVersion(vault.context(), me, letter, n);
const used = async () => (await storageUse(vault.context(), me)).used;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

describe('a letter that is changed', () => {
  it('leaves its earlier version behind, sealed, with the moment it was saved', async () => {
    const before = await findContent(vault.context(), me, letter);
    expect(await edit({ content: 'two' })).toMatchObject({ content: 'two', version: 2 });
    expect(await versions()).toEqual([{ version: 1, at: before.created_at, title: 'For Ana', excerpt: 'one' }]);
    expect(await read(1)).toMatchObject({ title: 'For Ana', content: 'one' });
    const [row] = await vault.query<{ found: number }>(
      "select (position('one'::bytea in body) + position('Ana'::bytea in head))::int as found from content_versions",
    );
    expect(row?.found).toBe(0);
  });

  it('keeps a version for a new title, and none where nothing changes', async () => {
    await edit({ title: 'For Ana', content: 'one' });
    expect(await versions()).toEqual([]);
    await edit({ title: 'For Ana, later' });
    expect(await versions()).toMatchObject([{ version: 1, title: 'For Ana' }]);
  });

  it('keeps the last 20', async () => {
    for (let n = 2; n <= 25; n++) await edit({ content: `text ${n}` });
    const kept = await versions();
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 24 - index));
    expect(await refusal(read(4))).toBe('not-found');
    expect(await refusal(read(25))).toBe('not-found');
  });

  it('keeps them also when the version of the program before this one changes it', async () => {
    await vault.query('update contents set head = head, body = body where id = ?', [letter]);
    expect(await findContent(vault.context(), me, letter)).toMatchObject({ version: 2 });
    expect(await read(1)).toMatchObject({ content: 'one' });
  });

  it('can be restored, and the text that was replaced becomes a version', async () => {
    await edit({ title: 'For Rui', content: 'two' });
    expect(await restoreVersion(vault.context(), me, letter, 1)).toMatchObject({ title: 'For Ana', content: 'one' });
    expect(await read(2)).toMatchObject({ title: 'For Rui', content: 'two' });
  });

  it('can be restored from the oldest of 20, which then is no earlier version', async () => {
    for (let n = 2; n <= 21; n++) await edit({ content: `text ${n}` });
    expect(await restoreVersion(vault.context(), me, letter, 1)).toMatchObject({ content: 'one', version: 22 });
    expect((await versions()).map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 21 - n));
    expect(await refusal(read(1))).toBe('not-found');
  });

  it('shows its versions to its owner only, and takes them with it when it is deleted', async () => {
    const stranger = await vault.person();
    await edit({ content: 'two' });
    expect(await refusal(listVersions(vault.context(), stranger.id, letter))).toBe('not-found');
    expect(await refusal(readVersion(vault.context(), stranger.id, letter, 1))).toBe('not-found');
    expect(await refusal(restoreVersion(vault.context(), stranger.id, letter, 1))).toBe('not-found');
    expect(await refusal(deleteVersions(vault.context(), stranger.id, letter))).toBe('not-found');
    await deleteContent(vault.context(), me, letter, { confirmed: [] });
    expect(await vault.query('select version from content_versions where content_id = ?', [letter])).toEqual([]);
    expect(await used()).toBe(0);
  });
});

describe('a change of what was changed meanwhile', () => {
  it('is refused, and both texts remain', async () => {
    await edit({ content: 'in the first window' }, 1);
    expect(await refusal(edit({ content: 'in the second window' }, 1))).toBe('changed-meanwhile');
    expect(await findContent(vault.context(), me, letter)).toMatchObject({ content: 'in the first window' });
    expect(await edit({ content: 'in the second window' }, 2)).toMatchObject({ version: 3 });
    expect(await read(2)).toMatchObject({ content: 'in the first window' });
  });

  it('is accepted where it is what is saved already: a form that was sent twice', async () => {
    await edit({ content: 'two' }, 1);
    expect(await edit({ content: 'two' }, 1)).toMatchObject({ content: 'two', version: 2 });
  });

  it('is refused with what is saved now, read under the lock: it may be deleted a moment later', async () => {
    await edit({ title: 'For Rui', content: 'in the first window' }, 1);
    const second = edit({ content: 'in the second window' }, 1);
    await expect(second).rejects.toBeInstanceOf(ChangedMeanwhile);
    const saved = { title: 'For Rui', content: 'in the first window', caption: '', shares_location: false, version: 2 };
    await expect(second).rejects.toMatchObject({ saved });
  });

  it('is refused where it only publishes, hides or sets aside; what is so already is no change', async () => {
    const change = (flags: ChangeContent, expected: number) =>
      refusal(changeContent(vault.context(), me, letter, flags, expected));
    await edit({ content: 'two' }, 1);
    expect(await change({ is_emergency: true }, 1)).toBe('changed-meanwhile');
    expect(await change({ is_public: true }, 1)).toBe('changed-meanwhile');
    expect(await change({ is_public: false, is_emergency: false }, 1)).toBe('done');
    expect(await change({ is_emergency: true }, 2)).toBe('done');
    expect(await findContent(vault.context(), me, letter)).toMatchObject({ is_emergency: true, version: 2 });
    const stranger = await vault.person();
    expect(await refusal(changeContent(vault.context(), stranger.id, letter, { is_emergency: false }, 2))).toBe(
      'not-found',
    );
  });

  it('lets one of two pass that come at once', async () => {
    const both = await Promise.all(['a', 'b'].map((content) => refusal(edit({ content }, 1))));
    expect(both.toSorted()).toEqual(['changed-meanwhile', 'done']);
  });
});

describe('storage', () => {
  const other = (bytes: number) =>
    vault.query(
      `insert into storage_use (owner_id, type, items, bytes) values (?, 'video', 1, ?)
         on conflict (owner_id, type) do update set bytes = excluded.bytes`,
      [me, bytes],
    );

  it('counts earlier versions, and is free again once they are deleted', async () => {
    await edit({ content: 'x'.repeat(100) });
    expect(await used()).toBe(103);
    await edit({ content: 'x'.repeat(50) });
    expect(await used()).toBe(153);
    await deleteVersions(vault.context(), me, letter);
    expect(await used()).toBe(50);
    expect(await versions()).toEqual([]);
  });

  it('is never short for a letter because of its versions: the oldest go first, and the newest stays', async () => {
    const { limit } = await storageUse(vault.context(), me);
    await edit({ content: 'x'.repeat(1_000) });
    await edit({ content: 'y'.repeat(1_000) });
    // Room for the letter and one version.
    await other(limit - 2_100);
    expect(await edit({ content: 'z'.repeat(1_050) })).toMatchObject({ metadata: { size: 1_050 } });
    expect((await versions()).map(({ version }) => version)).toEqual([3]);
    // More than the plan holds, after another one ended: what was replaced is still not lost.
    await other(limit + MEGABYTE);
    await edit({ content: 'short' });
    expect((await versions()).map(({ version }) => version)).toEqual([4]);
    await other(limit);
    expect(await refusal(edit({ content: 'longer than it was' }))).toBe('quota-exceeded');
  });

  it('is enough to restore an earlier version in a full vault', async () => {
    const { limit } = await storageUse(vault.context(), me);
    await edit({ content: 'x'.repeat(1_000) });
    await edit({ content: 'short' });
    await other(limit - (await used()));
    expect(await restoreVersion(vault.context(), me, letter, 2)).toMatchObject({ metadata: { size: 1_000 } });
    expect(await used()).toBeLessThanOrEqual(limit);
    expect((await versions())[0]).toMatchObject({ version: 3, excerpt: 'short' });
  });

  it('that is short names what is really used, and earlier versions as a way out', async () => {
    const { limit } = await storageUse(vault.context(), me);
    const write = (content: string) => createText(vault.context(), me, { title: 'B', content, is_public: false });
    await edit({ content: 'x'.repeat(1_000) });
    await other(limit - (await used()));
    const refused = await write('more').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'quota-exceeded', facts: { limit, used: limit, needed: 4 } });
    expect(String(refused)).toContain('Earlier versions of your letters use 0.01 MB.');
    // Its own versions would have given way: only those of other letters are named.
    const grown = await edit({ content: 'y'.repeat(2_000) }).catch((error: unknown) => error);
    expect(grown).toMatchObject({ code: 'quota-exceeded', facts: { limit, used: limit, needed: 1_000 } });
    expect(String(grown)).not.toContain('Earlier versions');
    await deleteVersions(vault.context(), me, letter);
    expect(String(await write('x'.repeat(2_000)).catch((error: unknown) => error))).not.toContain('Earlier versions');
  });

  it('is counted right where versions are deleted beside saves, without a deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      await edit({ content: `before ${round}` });
      const both = [edit({ content: `round ${round}` }), deleteVersions(vault.context(), me, letter)];
      await Promise.all(both);
    }
    await deleteVersions(vault.context(), me, letter);
    expect(await used()).toBe(Buffer.byteLength('round 9'));
  });

  it('is freed only after a save that came first', async () => {
    await edit({ content: 'two' });
    const { deleting } = await vault.orm.em.fork().transactional(async (tx) => {
      await lockAccount(tx, me);
      const work = { deleting: deleteVersions(vault.context(), me, letter) };
      await eventually(
        () =>
          vault.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
        (waiting) => waiting.length > 0,
      );
      expect(await versions()).toHaveLength(1);
      return work;
    });
    await deleting;
    expect(await versions()).toEqual([]);
  });
});
