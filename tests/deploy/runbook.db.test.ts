/** What docs/operations.md tells an operator to run to hold one delivery and to let it go, run. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post.close());

const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const [, hold = '', letGo = ''] = /```sql\n-- Hold\.\n([\s\S]+?;)\n-- Let go\.\n([\s\S]+?;)\n```/.exec(text) ?? [];
const about = (statement: string, id: string) => statement.replaceAll('00000000-0000-0000-0000-000000000000', id);

it('holds a delivery that is due against workflow and overdue sender, and lets it go', async () => {
  const id = await post.due();
  await post.query(about(hold, id));
  expect(await post.deliver(id)).toMatchObject({ kind: 'later' });
  expect(await post.sendOverdue(id)).toBeUndefined();
  expect(post.sent).toEqual([]);
  await post.query(about(letGo, id));
  expect(await post.deliver(id)).toEqual({ kind: 'sent' });
});
