/** The pages of a release: everything that was set aside for a trusted contact. */
import { describe, expect, test } from 'vitest';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { markupOf } from '#tests/static-pages/static-page.tsx';
import { DEED, FILE_ID, invitationPage, openedPage, PAGES, PATH, RELEASE } from './page-samples.tsx';

describe('a release', () => {
  const page = (name: string) => markupOf(PAGES[name]);

  test('says before it is opened who it is from, that it was set aside for this, how much it is, and no title', async () => {
    const markup = await page('a release before it is opened');
    expect(markup).toContain('<h1>Rui, Helena Duarte left something for you.</h1>');
    expect(markup).toContain('Two letters, a picture, a video and a file. Helena Duarte wanted you to have this');
    expect(markup).toContain('The last answer was on 1 April 2031.');
    expect(markup.match(/<button/g)).toHaveLength(1);
    for (const name of ['a release before it is opened', 'a release is refused'])
      expect(await page(name)).not.toMatch(/How we chose|Where things are/);
  });

  test('says before it is opened that its reader may have lost its sender, and promises nothing by a sender who may have died', () => {
    expect(page('a release before it is opened')).toContain('If you have lost Helena Duarte, we are sorry.');
    expect(markupOf(invitationPage({ ...RELEASE, silent_since: null }))).not.toContain('we are sorry');
    for (const name of ['a release before it is opened', 'a release', 'a release is refused'])
      expect(page(name)).not.toMatch(/withdraws it|we tell|we’ll tell|\bthey\b/i);
  });

  test('says so when its sender is back', async () => {
    const markup = markupOf(openedPage({ ...RELEASE, silent_since: null }));
    expect(markup).toContain('Since it was sent, someone has answered us from Helena Duarte’s account.');
  });

  test('brings each thing in its place and order, with a way to keep each and all', async () => {
    const markup = await page('a release');
    expect([...markup.matchAll(/<h2 dir="auto">(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'How we chose your name',
      'Where things are',
      ...Array(3).fill('How we chose your name'),
    ]);
    expect([...markup.matchAll(/<li dir="auto"><a href="#n(\d)">/g)].map(([, n]) => n)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(markup).toContain(`<img src="${PATH}/file/${FILE_ID}" alt`);
    expect(markup).toContain('Most browsers don’t play AVI files.');
    expect(markup.match(/\?download">Download the/g)).toHaveLength(3);
    expect(markup).toContain(
      `<a class="btn btn-secondary" href="${PATH}/all.zip">Download all as one ZIP, 12.30 MB</a>`,
    );
  });

  test('of one thing alone is kept as that thing is', async () => {
    for (const [items, way] of [
      [RELEASE.items.slice(0, 1), 'Save a copy'],
      [DEED.items, 'Download the file'],
    ] as const) {
      const markup = markupOf(openedPage({ ...RELEASE, types: { file: 1 }, items: [...items] }));
      expect([markup.includes(way), markup.includes('all.zip')]).toEqual([true, false]);
    }
  });

  test('with a thing that is away or damaged shows the rest', async () => {
    const markup = markupOf(openedPage(RELEASE, { [FILE_ID]: 'damaged' }));
    expect(markup).toContain(say(damageTexts.file));
    expect(markup).toContain('You are four.');
  });

  test('of many things links to its other pages, and says how much this one shows', () => {
    const several = { ...RELEASE, types: { text: 400, image: 500 } };
    const first = markupOf(openedPage({ ...several, next: 100 }));
    expect(first).toContain('This page shows 5 of 900 items.');
    expect(first).toContain(`<a href="${PATH}?from=100">Next page</a>`);
    expect(first).not.toContain('First page');
    const last = markupOf(openedPage({ ...several, from: 895 }));
    expect(last).toContain(`<a href="${PATH}?from=0">First page</a>`);
    expect(last).not.toContain('Next page');
    expect(markupOf(openedPage(RELEASE))).not.toContain('This page shows');
  });
});
