/** A release of thousands of letters is read in pages, so it takes no more memory than a small one. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { findInvitation, openInvitation, readAllOpened, readOpened } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { openVault, type Vault } from '#tests/vault/vault.ts';
import { releaseMany } from './large-release.ts';

const MANY = 2_000;
/** One more than a page tells that there is another. */
const ROWS_MAX = 101;

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());

/** @returns the secret of the link to so many letters of this text, and one more */
async function released(copies: number, content: string): Promise<{ ownerId: string; secret: string }> {
  const { id: ownerId } = await vault.person('premium');
  const letter = await createText(vault.context(), ownerId, { title: 'One of many', content, is_public: false });
  const id = await releaseMany(vault.orm.em.fork(), ownerId, letter.id, copies);
  return { ownerId, secret: linkSecret(vault.keyring, 'delivery', id, 1) };
}

interface Client {
  query(...given: unknown[]): unknown;
}

/** Watches what Postgres answers. @returns the most rows of one answer so far */
function mostRows(): () => number {
  let most = 0;
  const client = pg.Client.prototype as Client;
  const real = client.query;
  const spy = vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const answer = real.apply(this, given);
    if (answer instanceof Promise)
      answer.then(
        ({ rows }: { rows: unknown[] }) => {
          most = Math.max(most, rows.length);
        },
        () => {},
      );
    return answer;
  });
  onTestFinished(() => spy.mockRestore());
  return () => most;
}

test('the invitation, each page, the archive and the list of deliveries ask Postgres for a page of rows at a time', async () => {
  const { ownerId, secret } = await released(MANY, 'x');
  const most = mostRows();
  expect(await findInvitation(vault.context(), secret)).toMatchObject({ types: { text: MANY + 1 }, bytes: MANY + 1 });
  const first = await openInvitation(vault.context(), secret);
  expect([first.items.length, first.from, first.next]).toEqual([100, 0, 100]);
  const last = await readOpened(vault.context(), secret, MANY);
  expect([last.items.length, last.next]).toEqual([1, null]);
  const positions: number[] = [];
  for await (const { position } of readAllOpened(vault.context(), secret)) positions.push(position);
  expect(positions).toEqual(Array.from({ length: MANY + 1 }, (_, index) => index));
  const [line] = await listDeliveries(vault.context(), ownerId);
  expect(line?.content_title).toMatch(/2,?001 letters/);
  expect(most()).toBeGreaterThan(1);
  expect(most()).toBeLessThanOrEqual(ROWS_MAX);
});

test('a page of long letters ends before their texts take more than 2 MB, and has one at least', async () => {
  const { secret } = await released(4, randomBytes(0.45 * MEGABYTE).toString('hex'));
  const first = await openInvitation(vault.context(), secret);
  expect([first.items.length, first.next]).toEqual([2, 2]);
  const all: number[] = [];
  for await (const { position } of readAllOpened(vault.context(), secret)) all.push(position);
  expect(all).toEqual([0, 1, 2, 3, 4]);
});

test('pages go on after an item that was deleted meanwhile', async () => {
  const { ownerId, secret } = await released(150, 'x');
  await openInvitation(vault.context(), secret);
  await vault.query(
    `delete from contents where owner_id = ? and id in (select content_id from delivery_contents where position in (0, 100, 150))`,
    [ownerId],
  );
  const first = await readOpened(vault.context(), secret);
  expect([first.items.length, first.items.at(-1)?.title, first.next]).toEqual([100, 'One of many', 102]);
  const second = await readOpened(vault.context(), secret, first.next ?? 0);
  expect([second.items.length, second.next]).toEqual([48, null]);
});
