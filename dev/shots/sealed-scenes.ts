/** Sealing, step by step, and what is sealed: for its owner and for its recipient. */
import type { Page } from 'playwright-core';
import { press } from './page-actions.ts';
import type { Scene, Shot } from './scene.ts';
import type { World } from './world.ts';

const LETTER = 'Dear Ana,\n\nThe key is under the stone by the well. Your grandmother put it there.\n\nMamã';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function chooseSealing(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('Where the key is');
  await page.getByLabel('Message').fill(LETTER);
  await page.getByRole('checkbox', { name: /^Seal it/ }).check();
  await page.getByLabel('Shown before opening').fill('For Ana, on her eighteenth birthday');
}

async function toWords(page: Page): Promise<void> {
  await chooseSealing(page);
  await press(page, 'Seal it');
  await heading(page, 'Write down these six words');
}

async function toSheets(page: Page): Promise<void> {
  await toWords(page);
  await press(page, 'I have written them down');
  await page.getByLabel('Sheet A is for').fill('Ana Duarte');
  await page.getByLabel('Sheet B is for').fill('Isabel Moura, notary');
}

async function toPapers(page: Page): Promise<void> {
  await toSheets(page);
  await press(page, 'Print the two sheets');
  await page.getByRole('article').first().waitFor();
}

async function toCheck(page: Page): Promise<void> {
  await toSheets(page);
  await press(page, 'No sheets, thank you');
  await press(page, 'Finish');
}

export const SEALING: Scene = {
  who: 'premium',
  shots: {
    'create-sealed': { path: '/create', act: chooseSealing },
    'seal-words': { path: '/create', act: toWords },
    'seal-sheets': { path: '/create', act: toSheets },
    'seal-papers': { path: '/create', act: toPapers },
    'seal-check': { path: '/create', act: toCheck },
    'seal-refused': {
      path: '/create',
      act: async (page) => {
        await page.route('**/assets/seal-worker-*', (route) => route.abort());
        await chooseSealing(page);
        await press(page, 'Seal it');
        await heading(page, 'It was not sealed');
      },
    },
    'sealed-item': async (world) => `/dashboard/content/${(await world.sealed()).id}`,
    'sealed-preview': async (world) => `/schedule/${(await world.sealed()).waiting}/preview`,
    'sealed-open': async (world) => (await world.sealed()).vault,
  },
};

/** @param act what is done with the words, of which the page knows nothing */
function opening(act: (page: Page, words: readonly string[]) => Promise<void>): Shot {
  let words: readonly string[] = [];
  return {
    async path(world: World) {
      const sealed = await world.sealed();
      words = sealed.words;
      return sealed.recipient;
    },
    act: (page) => act(page, words),
  };
}

async function typeWords(page: Page, words: readonly string[]): Promise<void> {
  for (const [index, word] of words.entries()) await page.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  await press(page, 'Open it');
}

export const OPENING: Scene = {
  who: 'visitor',
  shots: {
    'sealed-delivered': {
      path: async (world) => (await world.sealed()).link,
      act: (page) => press(page, /^Open/),
    },
    'sealed-opening': opening(async () => {}),
    'sealed-opening-sheet': opening((page) => page.getByRole('radio', { name: 'One sheet' }).check()),
    'sealed-opening-wrong': opening(async (page, words) => {
      await typeWords(page, [...words].reverse());
      await page.getByText('These six words do not open this item').waitFor();
    }),
    'sealed-opened': opening(async (page, words) => {
      await typeWords(page, words);
      await page.locator('[data-part=shown] .letter').waitFor();
    }),
  },
};
