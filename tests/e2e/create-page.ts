/** The page where things are kept, as a person works it. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { givePlan } from '#tests/harness/plan.ts';
import { PNG } from '#tests/http/files.ts';
import type { Web } from '#tests/http/web.ts';

export const PICTURE = { name: 'the-hills.png', mimeType: 'image/png', buffer: PNG };
export const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Water the lemon tree.') };

export const picker = (page: Page) => page.getByRole('button', { name: 'File', exact: true });
export const title = (page: Page) => page.getByLabel('Title', { exact: true });
export const message = (page: Page) => page.getByLabel('Message');
export const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
export const sees = (where: Page | Locator, text: string) => where.getByText(text).first().waitFor();
/** Waits until the script that shows and sends files has loaded. */
export const filesReady = (page: Page) =>
  expect
    .poll(() => page.getByRole('button', { name: 'File', exact: true, includeHidden: true }).evaluate(takesMany))
    .toBe(true);
const takesMany = (field: Element) => field instanceof HTMLInputElement && field.multiple;

/** Sets out to leave while something is on its way, and is asked. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('heading', { name: 'Leave during the upload?' }).waitFor();
}

/** Says what it is. */
export async function choose(page: Page, type: string): Promise<void> {
  await page.getByRole('radio', { name: type, exact: true }).check();
  await filesReady(page);
}

/** Picks one file, and sees it. */
export async function pick(page: Page, file: typeof PICTURE): Promise<void> {
  await picker(page).setInputFiles(file);
  await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
}

/** Drops files onto the page from outside. */
export async function drop(page: Page, files: (typeof PICTURE)[]): Promise<void> {
  await page.dispatchEvent('body', 'dragenter');
  await filesReady(page);
  const given = files.map(({ buffer, ...file }) => ({ ...file, text: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, mimeType, text } of list) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      made.items.add(new File([bytes], name, { type: mimeType }));
    }
    return made;
  }, given);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  // Visual only: screen readers cannot hold a file over the page.
  await page.locator('.drop-over').waitFor({ state: 'attached' });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** What an owner has saved, by the database. */
export function shelfOf({ query }: Pick<Web, 'query'>, email: string) {
  const own = 'from contents where owner_id = (select id from users where email = ?)';
  return {
    async kept(): Promise<string[]> {
      const rows = await query<{ type: string }>(`select type ${own} order by type`, [email]);
      return rows.map(({ type }) => type);
    },
    async shared(): Promise<boolean[]> {
      const rows = await query<{ is_public: boolean }>(`select is_public ${own}`, [email]);
      return rows.map(({ is_public }) => is_public);
    },
    /** @returns the addresses of what is of this type */
    async addresses(type: string): Promise<string[]> {
      const rows = await query<{ id: string }>(`select id ${own} and type = ?`, [email, type]);
      return rows.map(({ id }) => `/dashboard/content/${id}`);
    },
    /** As if so many bytes were kept already. */
    async fill(bytes: number): Promise<void> {
      await query(
        `insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?
         on conflict (owner_id, type) do update set bytes = excluded.bytes`,
        [bytes, email],
      );
    },
    async onPremium(): Promise<void> {
      await givePlan(query, email, 'premium');
    },
  };
}
