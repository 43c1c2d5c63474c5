/** Pages show each item once, also items of the same instant, and while items are added. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ListRequest } from '#services/contents/content-rows.ts';
import { listContents, listPublicContents } from '#services/contents/read-contents.ts';
import { createText } from '#services/vault/change-content.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let owner: string;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  const { em } = stage.context();
  await em.execute('delete from users');
  owner = (await createPerson(stage.context())).id;
  await em.execute('delete from contents');
});

async function write(title: string, at: Date): Promise<void> {
  await createText(stage.context(at), owner, { title, content: 'x', is_public: false });
  await stage.context().em.execute('update contents set is_public = true');
}

const lists = {
  'own content': (request: ListRequest) => listContents(stage.context(), owner, request),
  'what is public': (asked: ListRequest) => listPublicContents(stage.context(), asked),
};

it.each(Object.entries(lists))('%s', async (_what, list) => {
  const moment = new Date('2026-11-21T09:00:00.123Z');
  for (let n = 1; n <= 7; n++) await write(`Letter ${n}`, moment);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { contents, next }: Awaited<ReturnType<typeof list>> = await list({ limit: 2, type: 'text', cursor });
    seen.push(...contents.map(({ title }) => title));
    cursor = next;
    // Newer than all of them: it does not shift later pages.
    await write('Meanwhile', new Date());
  } while (cursor);
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Letter ${n + 1}`));
});
