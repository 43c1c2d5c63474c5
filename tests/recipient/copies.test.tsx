/** A picture that most devices do not show: its copy, its original, and what is said where one of them is damaged. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Absence } from '#app/http/absences.ts';
import { DeliveredBody } from '#app/static-pages/delivered-item.tsx';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import type { DeliveredItem } from '#services/recipients/items.ts';

const PATH = '/m/secret';
const ORIGINAL = '019a6f00-0000-7000-8000-000000000001';
const COPY = '019a6f00-0000-7000-8000-000000000002';
const PICTURE: Extract<DeliveredItem, { file_id: string }> = {
  type: 'image',
  title: 'The sea',
  written_at: '2031-05-04T08:00:00.000Z',
  caption: 'You were four.',
  file_id: ORIGINAL,
  original_filename: 'IMG_4711.HEIC',
  content_type: 'image/heic',
  size: 4_300_000,
  has_thumbnail: true,
  is_sealed: false,
  copy: { file_id: COPY, size: 1_048_576 },
};

const shown = (item: DeliveredItem, absent: Record<string, Absence> = {}) =>
  renderToStaticMarkup(<DeliveredBody item={item} path={PATH} absent={absent} />);

test('shows the copy, and offers the original', () => {
  const page = shown(PICTURE);
  expect(page).toContain(`<img src="${PATH}/file/${COPY}"`);
  expect(page).toContain(`<a href="${PATH}/file/${ORIGINAL}?download">Download the original (HEIC)</a>`);
});

test('shows the copy where the original is damaged, and offers no download that would fail', () => {
  const page = shown(PICTURE, { [ORIGINAL]: 'damaged' });
  expect(page).toContain(`<img src="${PATH}/file/${COPY}"`);
  expect(page).toContain(`href="${PATH}/file/${COPY}?download"`);
  expect(page).toContain('The original was changed or damaged in our storage.');
  expect(page).not.toContain(ORIGINAL);
  expect(page).not.toContain(say(damageTexts.file));
});

test('shows the small picture and the original where there is no copy', () => {
  const page = shown({ ...PICTURE, copy: null });
  expect(page).toContain(`<img src="${PATH}/file/${ORIGINAL}/thumbnail"`);
  expect(page).toContain(`href="${PATH}/file/${ORIGINAL}?download"`);
});

test('says that it is damaged where neither can be shown, and shows the note all the same', () => {
  const page = shown({ ...PICTURE, copy: null }, { [ORIGINAL]: 'damaged' });
  expect(page).toContain(say(damageTexts.file));
  expect(page).toContain('You were four.');
});
