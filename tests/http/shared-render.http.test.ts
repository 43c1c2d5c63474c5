/** Pages of visitors are rendered once; what they show is never older than the data of their loaders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#dev/build.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let owner: Awaited<ReturnType<Web['person']>>;
beforeAll(async () => {
  web = await startWeb();
  owner = await web.person('Beatriz Saldanha', 'premium');
});
afterAll(() => web?.stop());

async function page(path: string, from: Visitor = web.visitor()): Promise<string> {
  const response = await from.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

describe('A page that visitors share', () => {
  test.each(['/', '/pricing', '/shared', '/genuine'])('%s is the same for the second visitor', async (path) => {
    const first = await page(path);
    expect(first).toContain('</html>');
    expect(await page(path)).toBe(first);
  });

  test('shows at once what was made public, and not what became private again', async () => {
    expect(await page('/shared')).not.toContain('The tide tables');
    await owner.post('/create', { type: 'text', title: 'The tide tables', content: 'High at six.', is_public: 'on' });
    expect(await page('/shared')).toContain('The tide tables');
    const [row] = await web.query<{ id: string }>('select id from contents');
    await owner.post(`/content/${row?.id}/unpublish`, {});
    expect(await page('/shared')).not.toContain('The tide tables');
  });

  test('has the theme that each visitor chose', async () => {
    const dark = await web.visitor().get('/', { cookie: 'theme=ImRhcmsi' });
    expect(await dark.text()).toContain('data-theme="dark"');
    expect(await page('/')).not.toContain('data-theme');
  });

  test('is not what a signed-in person gets, nor theirs a visitor’s', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await page('/shared', owner)).toContain('href="/dashboard"');
      expect(await page('/shared')).not.toContain('href="/dashboard"');
    }
  });
});

describe('The server build', () => {
  test('contains React once, as its production build', () => {
    const folder = join(ROOT, 'build/server');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const sources = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    const imports = sources.flatMap(
      (source) => source.match(/^import .* from "react(-dom|-router)?(\/[^"]*)?";$/gm) ?? [],
    );
    expect(imports).toEqual([]);
    // The bundler names each of React's files after its own name.
    const files = sources.flatMap((source) => source.match(/^var require_react\w*_(production|development)\b/gm) ?? []);
    expect(files.filter((name) => name === 'var require_react_production')).toHaveLength(1);
    expect(files.filter((name) => name.endsWith('development'))).toEqual([]);
  });
});
