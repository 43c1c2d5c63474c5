/** What was sent stays what it was, shows nothing of the place, and is reached through its link alone. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { openFile, type ReadableFile } from '#services/contents/open-file.ts';
import { findContent } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { composeInvitation } from '#services/deliveries/compose-invitation.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import {
  findInvitation,
  openInvitation,
  openRecipientsFile,
  openRecipientsThumbnail,
} from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';
import { chunks, collect, incoming, openVault, type Vault } from '#tests/vault/vault.ts';

const POLICY: DeliveryPolicy = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };

let vault: Vault;
let helena: { id: string };
beforeAll(async () => {
  vault = await openVault();
  helena = await vault.person('premium');
});
afterAll(() => vault?.close());

/** @returns the id of a delivery that waits, and what sends it: its subject, and the secret of its link */
async function waiting(contentId: string) {
  const { id } = await scheduleDelivery(vault.context(), helena.id, scheduleOf(contentId));
  const send = async () => {
    await vault.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
    const em = vault.orm.em.fork();
    const { claimed } = await claimDeliveries({ em, keyring: vault.keyring }, { kind: 'one', id, revision: 1 }, POLICY);
    const [one] = claimed;
    if (!one) throw new Error('Nothing was claimed.');
    const { subject, text, replyTo } = composeInvitation(vault.keyring, 'https://stillhere.example', one, new Date());
    const answer = { kind: 'accepted', messageId: null } as const;
    await recordAnswers(vault.orm.em.fork(), [{ deliveryId: id, attemptId: one.attemptId, answer }], POLICY);
    return { subject, text, replyTo, secret: linkSecret(vault.keyring, 'delivery', id, 1) };
  };
  return { id, send };
}

const bytesOf = async (file: ReadableFile, start = 0, end = file.size - 1) =>
  collect(await file.read(start, end, new AbortController().signal));

/** As a phone takes it: with where it was taken. */
async function photograph(): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 5000/100', GPSLongitudeRef: 'W' };
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#8aa' } })
    .withExif({ IFD0: { Make: 'Helena' }, IFD3: place })
    .jpeg()
    .toBuffer();
}

async function keptPhotograph(bytes: Buffer) {
  const details = { title: 'The sea', type: 'image', is_public: false } as const;
  const file = incoming(bytes.length, { after: async () => details, name: 'sea.jpg', bytes: chunks(bytes) });
  const { id, file_id } = await saveFile(vault.context(), helena.id, { ...file, before: details });
  if (!file_id) throw new Error('A picture has a file.');
  return { id, fileId: file_id };
}

test('a letter goes out as it is on its day, and stays so whatever becomes of the original', async () => {
  holds('C-19');
  const text = { title: 'Your name', content: 'A first try.' };
  const letter = await createText(vault.context(), helena.id, { ...text, is_public: false });
  const { send } = await waiting(letter.id);
  await editContent(vault.context(), helena.id, letter.id, { title: 'How we chose your name', content: 'Dear Ana.' });
  const { subject, secret } = await send();
  expect(subject).toContain(', a letter for you: “How we chose your name”');
  await editContent(vault.context(), helena.id, letter.id, { title: 'Never mind', content: 'I take it back.' });
  const { items } = await openInvitation(vault.context(), secret);
  expect(items).toMatchObject([{ title: 'How we chose your name', content: 'Dear Ana.' }]);
  expect((await findContent(vault.context(), helena.id, letter.id)).content).toBe('I take it back.');
});

test('an answer goes to its sender once their address is confirmed, and to us until then', async () => {
  const text = { title: 'Your name', content: 'Dear Ana.', is_public: false };
  const letter = await createText(vault.context(), helena.id, text);
  const { send } = await waiting(letter.id);
  await unconfirm(vault.query, helena.id);
  const before = await send();
  expect(before.replyTo).toBeUndefined();
  expect(before.text).toMatch(/Your reply reaches Stillhere/);
  expect(before.text.replace(/\s+/g, ' ')).toContain('Helena Duarte (email address not confirmed)');
  await vault.query('update users set email_confirmed_at = now() where id = ?', [helena.id]);
  const [{ email } = { email: '' }] = await vault.query<{ email: string }>('select email from users where id = ?', [
    helena.id,
  ]);
  const after = await (await waiting(letter.id)).send();
  expect(after.replyTo).toMatchObject({ email });
  expect(after.text.replace(/\s+/g, ' ')).toContain(`Helena Duarte (${email}), who asked us`);
  expect(after.text).toMatch(/If you reply to this email, Helena Duarte gets your answer/);
});

describe('a photograph that was sent', () => {
  test('is whole, but for where it was taken; its owner keeps that too', async () => {
    const bytes = await photograph();
    const { id, fileId } = await keptPhotograph(bytes);
    const { subject, secret } = await (await waiting(id)).send();
    expect(subject).toContain(', a picture for you: “The sea”');
    const { items } = await openInvitation(vault.context(), secret);
    expect(items).toMatchObject([{ type: 'image', file_id: fileId, original_filename: 'sea.jpg', size: bytes.length }]);

    const own = await openFile(vault.context(), { accountId: helena.id }, fileId);
    expect((await bytesOf(own)).equals(bytes)).toBe(true);
    const theirs = await openRecipientsFile(vault.context(), secret, fileId);
    const received = await bytesOf(theirs);
    expect(received).toHaveLength(bytes.length);
    expect(received.includes('Helena')).toBe(true);
    expect(bytes.includes(latitude())).toBe(true);
    expect(received.includes(latitude())).toBe(false);
    expect(await sharp(received).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    // Also for a range in the middle.
    const at = bytes.indexOf(latitude());
    expect(await bytesOf(theirs, at + 3, at + 40)).toEqual(received.subarray(at + 3, at + 41));
    expect(theirs.etag).not.toBe(own.etag);
  });

  test('shows where it was taken where its owner allows it, and never to visitors of the gallery', async () => {
    const bytes = await photograph();
    const { id, fileId } = await keptPhotograph(bytes);
    const { secret } = await (await waiting(id)).send();
    await openInvitation(vault.context(), secret);
    await editContent(vault.context(), helena.id, id, { shares_location: true });
    const theirs = await openRecipientsFile(vault.context(), secret, fileId);
    expect((await bytesOf(theirs)).equals(bytes)).toBe(true);
    await vault.query('update contents set is_public = true where id = ?', [id]);
    const visitors = await openFile(vault.context(), 'anyone', fileId);
    expect((await bytesOf(visitors)).includes(latitude())).toBe(false);
    expect(visitors.etag).not.toBe(theirs.etag);
    await editContent(vault.context(), helena.id, id, { shares_location: false });
    const later = await openRecipientsFile(vault.context(), secret, fileId);
    expect((await bytesOf(later)).includes(latitude())).toBe(false);
  });

  test('brings its note as it was when it was sent', async () => {
    const { id } = await keptPhotograph(await photograph());
    await editContent(vault.context(), helena.id, id, { caption: 'You were four.' });
    const { secret } = await (await waiting(id)).send();
    await editContent(vault.context(), helena.id, id, { caption: 'You were five.' });
    const { items } = await openInvitation(vault.context(), secret);
    expect(items).toMatchObject([{ caption: 'You were four.' }]);
    await deleteContent(vault.context(), helena.id, id, { confirmed: [] });
    const kept = 'select frozen_body, frozen_caption from delivery_contents where sealed_as = ?';
    expect(await vault.query(kept, [id])).toEqual([{ frozen_body: null, frozen_caption: null }]);
  });

  test('is closed until it is opened, and again when its owner deletes it', async () => {
    const { id, fileId } = await keptPhotograph(await photograph());
    const { secret } = await (await waiting(id)).send();
    const file = () => openRecipientsFile(vault.context(), secret, fileId);
    const thumbnail = () => openRecipientsThumbnail(vault.context(), secret, fileId);
    for (const read of [file, thumbnail]) await expect(read()).rejects.toMatchObject({ code: 'forbidden' });
    await openInvitation(vault.context(), secret);
    expect(await file()).toMatchObject({ name: 'sea.jpg' });
    await expect(thumbnail()).rejects.toMatchObject({ code: 'not-found' });
    await deleteContent(vault.context(), helena.id, id, { confirmed: [] });
    for (const read of [file, thumbnail]) await expect(read()).rejects.toMatchObject({ code: 'gone' });
    await expect(openInvitation(vault.context(), secret)).rejects.toMatchObject({ code: 'gone' });
  });
});

test('a link whose sender is gone says so, each that was ever sent; one that was never ours does not', async () => {
  const rui = await vault.person('plus');
  const letter = await createText(vault.context(), rui.id, { title: 'A', content: 'Dear Ana.', is_public: false });
  const { id } = await scheduleDelivery(vault.context(), rui.id, scheduleOf(letter.id));
  await deleteAccount(vault.context(), { accountId: rui.id, sessionId: rui.id, password: 'stillhere' });
  for (const epoch of [1, 2, 9]) {
    const secret = linkSecret(vault.keyring, 'delivery', id, epoch);
    await expect(findInvitation(vault.context(), secret)).rejects.toMatchObject({
      code: 'gone',
      message: 'It was deleted, and we no longer have it.',
    });
  }
  for (const secret of [
    linkSecret(vault.keyring, 'reset-password', id, 1),
    linkSecret(new Keyring(`other:${randomBytes(32).toString('base64')}`), 'delivery', id, 1),
  ])
    await expect(findInvitation(vault.context(), secret)).rejects.toMatchObject({ code: 'not-found' });
});

/** 38 degrees and 42 minutes, as Exif writes them. */
function latitude(): Buffer {
  const written = Buffer.alloc(16);
  [38, 1, 42, 1].forEach((number, index) => {
    written.writeUInt32LE(number, index * 4);
  });
  return written;
}
