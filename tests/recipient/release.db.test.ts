/** What a release brings: everything, in order, as it was; and what becomes of it when something of it is deleted. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { composeInvitation } from '#services/deliveries/compose-invitation.ts';
import { dashboard, listDeliveries } from '#services/deliveries/queries.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { findInvitation, openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent, deletionOf } from '#services/vault/delete-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { holds } from '#tests/spec/holds.ts';
import { keep, openVault, type Vault } from '#tests/vault/vault.ts';
import { release } from './release.ts';

const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
const ORIGIN = 'https://stillhere.example';

let vault: Vault;
let helena: { id: string };
let deed: string;
let letter: string;
/** The deliveries of the release, by whom they are for. */
let deliveries: Map<string, string>;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());

beforeEach(async () => {
  helena = await vault.person('premium');
  await vault.query('update users set email_confirmed_at = now() where id = ?', [helena.id]);
  deed = (await keep(vault, helena.id, randomBytes(2_000))).id;
  letter = await write('Where things are', 'In the blue box.');
  await vault.query('update contents set is_emergency = true where owner_id = ?', [helena.id]);
  await write('Not for this', 'Nobody gets it.');
  deliveries = await release(vault.orm.em.fork(), helena.id, ['Rui', 'Ana']);
});

async function write(title: string, content: string): Promise<string> {
  return (await createText(vault.context(), helena.id, { title, content, is_public: false })).id;
}

const idOf = (name: string) => deliveries.get(name) ?? '';
const secretOf = (name: string, epoch = 1) => linkSecret(vault.keyring, 'delivery', idOf(name), epoch);

/** Sends one of them. @returns its mail */
async function send(name: string): Promise<EmailMessage> {
  const { claimed } = await claimDeliveries(
    { em: vault.orm.em.fork(), keyring: vault.keyring },
    { kind: 'one', id: idOf(name), revision: 1 },
    POLICY,
  );
  const [one] = claimed;
  if (!one) throw new Error('Nothing was claimed.');
  const mail = composeInvitation(vault.keyring, ORIGIN, one, new Date());
  const answer = { kind: 'accepted', messageId: null } as const;
  await recordAnswers(vault.orm.em.fork(), [{ deliveryId: idOf(name), attemptId: one.attemptId, answer }], POLICY);
  return mail;
}

describe('a release', () => {
  test('brings letters first and everything that was set aside, as it was when it went out', async () => {
    holds('S1-4');
    await send('Rui');
    await editContent(vault.context(), helena.id, letter, { title: 'Never mind', content: 'Somewhere else.' });
    const invitation = await findInvitation(vault.context(), secretOf('Rui'));
    expect(invitation).toMatchObject({ origin: 'release', types: { text: 1, file: 1 }, recipient_name: 'Rui' });
    expect(invitation.silent_since).toBe('2026-04-01T11:00:00.000Z');
    const { items } = await openInvitation(vault.context(), secretOf('Rui'));
    expect(items).toMatchObject([
      { type: 'text', title: 'Where things are', content: 'In the blue box.' },
      { type: 'file', original_filename: 'sea.bin', size: 2_000 },
    ]);
  });

  test('of very much to many people is claimed by reading each thing a few times, and not once for each of the others', async () => {
    const [things, people] = [100, 10];
    const rich = await vault.person('premium');
    const { id } = await createText(vault.context(), rich.id, { title: 'One of many', content: 'x', is_public: false });
    await vault.query(
      `insert into contents (id, owner_id, type, head, body, is_public, is_emergency, content_type, size, created_at)
       select gen_random_uuid(), owner_id, type, head, body, false, true, content_type, size, created_at
       from contents, generate_series(1, ?) where id = ?`,
      [things, id],
    );
    const names = Array.from({ length: people }, (_, index) => `Person ${index}`);
    const made = [...(await release(vault.orm.em.fork(), rich.id, names)).values()];
    await vault.query('update deliveries set next_attempt_at = null, deleted_at = now() where owner_id <> ?', [
      rich.id,
    ]);
    const { claimed, read } = await vault.orm.em.fork().transactional(async (tx) => {
      const claims = await claimDeliveries(
        { em: tx, keyring: vault.keyring },
        { kind: 'overdue', overdueBy: 0, limit: people },
        POLICY,
      );
      const [row] = await tx.execute<{ rows: number }[]>(
        `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'contents'`,
      );
      return { claimed: claims.claimed.map(({ delivery }) => delivery.id), read: row?.rows };
    });
    expect(claimed.sort()).toEqual(made.sort());
    expect(read).toBeLessThan(10 * things * people);
  });

  test('is announced by a mail of its own: from whom, since when, how much, no title, and no answer to the silent', async () => {
    const mail = await send('Rui');
    const text = mail.text.replace(/\s+/g, ' ');
    expect(mail.subject).toBe('From Helena Duarte, for you (sent by Stillhere: no answer since 1 April 2026)');
    expect(text).toMatch(/for Helena Duarte \(\S+@\S+\), who wanted you to have it if our messages went unanswered/);
    expect(text).toContain('The last answer was on 1 April 2026.');
    expect(text).toContain('left a letter and a file for you');
    expect(text).toContain(`${ORIGIN}/m/${secretOf('Rui')}`);
    expect(mail.replyTo).toBeUndefined();
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/Where things are|The sea/);
  });

  test('that is not for them is closed, and its owner is notified in its own words', async () => {
    await send('Rui');
    await refuseInvitation(vault.context(), secretOf('Rui'));
    await expect(findInvitation(vault.context(), secretOf('Rui'))).rejects.toMatchObject({ code: 'gone' });
    const [notice, ...more] = await noticed();
    expect(more).toEqual([]);
    expect(notice?.subject).toBe('What you set aside for Rui was declined');
    expect(notice?.text).toContain(encodeURIComponent('/emergency'));
    expect(notice?.text).not.toMatch(/retry|Where things are/);
  });

  test('that keeps trying tells nobody: its owner is silent', async () => {
    await vault.query(
      `insert into delivery_attempts (id, delivery_id, revision, n, state, rejection, started_at)
       select gen_random_uuid(), id, 1, 1, 'rejected', 'transient', now() - interval '2 hours' from deliveries where owner_id = ?`,
      [helena.id],
    );
    await noteDelays(vault.orm.em.fork(), POLICY.minute);
    expect(await noticed()).toEqual([]);
  });

  test('says that its sender is back, to contacts who opened it and to others', async () => {
    await send('Rui');
    await send('Ana');
    await openInvitation(vault.context(), secretOf('Rui'));
    await returnToLife(vault.context(), helena.id);
    const { silent_since, items } = await openInvitation(vault.context(), secretOf('Rui'));
    expect([silent_since, items.length]).toEqual([null, 2]);
    await expect(findInvitation(vault.context(), secretOf('Ana'))).rejects.toMatchObject({
      code: 'gone',
      message: expect.stringContaining('Someone has answered us from Helena Duarte’s account since.'),
    });
  });
});

describe('in the lists of its owner, a release', () => {
  test('is what it is: no title of one thing, nothing to change, nothing that was scheduled', async () => {
    const [one] = await listDeliveries(vault.context(), helena.id);
    expect(one).toMatchObject({
      origin: 'release',
      content_id: null,
      content_title: 'Emergency release: a letter and a file',
      changeable: false,
    });
    expect(await dashboard(vault.context(), helena.id)).toMatchObject({ pending_deliveries: 0, upcoming: [] });
    await expect(deleteDelivery(vault.context(), helena.id, idOf('Rui'))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that failed is not sent again, and asks for nothing on the dashboard', async () => {
    await returnToLife(vault.context(), helena.id);
    const failed = await listDeliveries(vault.context(), helena.id);
    expect(failed.map(({ failure }) => failure?.text)).toEqual(Array(2).fill('You came back before it was sent.'));
    expect((await dashboard(vault.context(), helena.id)).troubled).toEqual([]);
    const again = retryDelivery(vault.context(), helena.id, idOf('Rui'), { recipient_email: 'rui@example.com' });
    await expect(again).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('you can’t send it again'),
    });
  });
});

describe('a content that is deleted', () => {
  test('is not in what goes out after that, nor in what is told of it', async () => {
    const { pending, sent, lessened } = await deletionOf(vault.context(), helena.id, letter);
    expect([pending, sent, lessened.map(({ id }) => id).sort()]).toEqual([[], [], [...deliveries.values()].sort()]);
    await deleteContent(vault.context(), helena.id, letter, { confirmed: [] });
    const mail = await send('Rui');
    expect(mail.text.replace(/\s+/g, ' ')).toContain('left a file for you');
    const { items } = await openInvitation(vault.context(), secretOf('Rui'));
    expect(items).toMatchObject([{ type: 'file' }]);
    expect((await listDeliveries(vault.context(), helena.id))[0]?.content_title).toBe('Emergency release: a file');
  });

  test('is gone from what was opened, which goes on with the rest', async () => {
    await send('Rui');
    await openInvitation(vault.context(), secretOf('Rui'));
    await deleteContent(vault.context(), helena.id, letter, { confirmed: [] });
    const { items } = await openInvitation(vault.context(), secretOf('Rui'));
    expect(items).toMatchObject([{ type: 'file' }]);
    const [{ kept } = { kept: -1 }] = await vault.query<{ kept: number }>(
      'select count(frozen_body)::int as kept from delivery_contents where sealed_as = ?',
      [letter],
    );
    expect(kept).toBe(0);
  });

  test('takes all of a release with it that has not begun to leave', async () => {
    await deleteContent(vault.context(), helena.id, letter, { confirmed: 'all' });
    await deleteContent(vault.context(), helena.id, deed, { confirmed: 'all' });
    expect(await listDeliveries(vault.context(), helena.id)).toEqual([]);
  });

  test('takes the release with it when nothing else is in it', async () => {
    await send('Rui');
    await openInvitation(vault.context(), secretOf('Rui'));
    await deleteContent(vault.context(), helena.id, letter, { confirmed: [] });
    const { pending } = await deletionOf(vault.context(), helena.id, deed);
    expect(pending.map(({ id }) => id)).toEqual([idOf('Ana')]);
    await deleteContent(vault.context(), helena.id, deed, { confirmed: [idOf('Ana')] });
    await expect(openInvitation(vault.context(), secretOf('Rui'))).rejects.toMatchObject({ code: 'gone' });
    expect((await listDeliveries(vault.context(), helena.id)).map(({ id }) => id)).toEqual([idOf('Rui')]);
  });
});

const noticed = () => mailNotices(vault);
