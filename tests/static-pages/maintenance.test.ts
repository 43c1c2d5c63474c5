import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the maintenance page loads nothing from any server', async () => {
  const page = await readFile('docs/maintenance.html', 'utf8');
  expect(page).not.toMatch(/\b(src|href|action)=|url\(|@import|<script|https?:/);
  expect(page).toContain('<h1>Back in a moment.</h1>');
  expect(await readFile('docs/operations.md', 'utf8')).toContain('`docs/maintenance.html`');
});
