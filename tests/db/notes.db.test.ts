/** Notes with files: for their recipients, never for visitors of the gallery, also beside the version before this one. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import {
  findContent,
  findPublicContent,
  listWholeContents,
  listWholePublicContents,
} from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { listVersions } from '#services/contents/versions.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { previewDelivery } from '#services/recipients/preview.ts';
import { createText } from '#services/vault/change-content.ts';
import { type ContentEdit, editContent } from '#services/vault/edit-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { DETAILS, incoming, openVault, type Vault } from '#tests/vault/vault.ts';

let vault: Vault;
let me: string;
let file: string;
beforeAll(async () => {
  vault = await openVault();
});
beforeEach(async () => {
  ({ id: me } = await vault.person('premium'));
  const details = { ...DETAILS, caption: 'You were four.', is_public: true };
  const { id } = await saveFile(vault.context(), me, incoming(10, { before: details, after: async () => details }));
  file = id;
});
afterAll(() => vault?.close());

const edit = (change: ContentEdit, expected: number | null = null) =>
  editContent(vault.context(), me, file, change, expected);
const find = () => findContent(vault.context(), me, file);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

it('saves a note with its file, sealed, and changes and removes it without a version', async () => {
  expect(await find()).toMatchObject({ caption: 'You were four.', content: '', version: 1 });
  expect(await edit({ caption: 'You were five.' })).toMatchObject({ caption: 'You were five.', version: 2 });
  expect(await edit({ title: 'At the sea' })).toMatchObject({
    title: 'At the sea',
    caption: 'You were five.',
    metadata: { original_filename: 'sea.bin' },
    version: 3,
  });
  const [row] = await vault.query<{ found: number }>(
    "select position('five'::bytea in caption)::int as found from contents where id = ?",
    [file],
  );
  expect(row?.found).toBe(0);
  expect(await edit({ caption: '' })).toMatchObject({ caption: '' });
  expect(await listVersions(vault.context(), me, file)).toEqual([]);
});

it('has notes for files only, and texts for letters only', async () => {
  const letter = await createText(vault.context(), me, { title: 'For Ana', content: 'one', is_public: false });
  expect(await refusal(edit({ content: 'text' }))).toBe('conflict');
  expect(await refusal(editContent(vault.context(), me, letter.id, { caption: 'a note' }))).toBe('conflict');
  expect(await refusal(editContent(vault.context(), me, letter.id, { shares_location: true }))).toBe('conflict');
});

it('never opens a note for the gallery: a damaged one hides nothing there', async () => {
  await vault.query('update contents set caption = set_byte(caption, 30, get_byte(caption, 30) # 1) where id = ?', [
    file,
  ]);
  const shown = await findPublicContent(vault.context(), file);
  expect(shown).toMatchObject({ title: 'The sea', content: '' });
  expect(shown).not.toHaveProperty('caption');
  // Without onBroken, a broken seal would throw.
  const { contents } = await listWholePublicContents(vault.context(), { limit: 50 });
  expect(contents.find(({ id }) => id === file)).toMatchObject({ content: '' });
  await expect(find()).rejects.toThrow();
  await expect(listWholeContents(vault.context(), me, { limit: 50 })).rejects.toThrow();
});

it('leaves nothing of a note where the version before this one reads a text', async () => {
  // It shows contents.body of a public item to everyone, and frozen_body of a sent one to its recipient.
  expect(await vault.query('select body from contents where id = ?', [file])).toEqual([{ body: null }]);
  const { id } = await scheduleDelivery(vault.context(), me, scheduleOf(file));
  const frozen = () =>
    vault.query('select frozen_body, frozen_caption from delivery_contents where delivery_id = ?', [id]);
  expect(await frozen()).toEqual([{ frozen_body: null, frozen_caption: null }]);
  // As it sends: the database freezes the note.
  await vault.query(
    `update delivery_contents dc set frozen_head = c.head, frozen_body = c.body from contents c
     where c.id = dc.content_id and dc.delivery_id = ?`,
    [id],
  );
  expect(await frozen()).toEqual([{ frozen_body: null, frozen_caption: expect.any(Buffer) }]);
  // As it deletes a content: the note goes with it.
  await vault.query('delete from contents where id = ?', [file]);
  expect(await frozen()).toEqual([{ frozen_body: null, frozen_caption: null }]);
});

it('shows the note in a preview, as its recipient will read it', async () => {
  const { id } = await scheduleDelivery(vault.context(), me, scheduleOf(file));
  const { page } = await previewDelivery({ ...vault.context(), appOrigin: 'https://stillhere.example' }, me, id);
  expect(page.items).toMatchObject([{ type: 'file', caption: 'You were four.' }]);
});

it('changes who learns where a file was made as a version, which an old form does not undo', async () => {
  expect(await edit({ shares_location: true }, 1)).toMatchObject({ shares_location: true, version: 2 });
  const stale = edit({ title: 'The sea', caption: 'You were four.', shares_location: false }, 1);
  await expect(stale).rejects.toMatchObject({
    code: 'changed-meanwhile',
    saved: { shares_location: true, version: 2 },
  });
  expect(await refusal(edit({ shares_location: false }, 1))).toBe('changed-meanwhile');
  expect(await edit({ shares_location: true }, 1)).toMatchObject({ shares_location: true, version: 2 });
  expect(await edit({ caption: 'You were five.', shares_location: false }, 2)).toMatchObject({
    caption: 'You were five.',
    shares_location: false,
    version: 3,
  });
});
