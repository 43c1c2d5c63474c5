/** An owner with an item of each type, some of them sent; and all of it, opened. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { FileType } from '#domain/content/content.ts';
import { openPicture, savePicture } from '#services/accounts/pictures.ts';
import { readManifest } from '#services/backup/manifest.ts';
import { openFile, openThumbnail, type ReadableFile } from '#services/contents/open-file.ts';
import { findContent, listContents } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { contentMac } from '#services/contents/sealed-content.ts';
import { listVersions, readVersion } from '#services/contents/versions.ts';
import type { VaultContext } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { deliver } from '#services/deliveries/deliver.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { findCheckIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { openInvitation, openRecipientsFile, openRecipientsThumbnail } from '#services/recipients/recipient.ts';
import { jpegCopyJob } from '#services/thumbnails/jpeg-copy-job.ts';
import { createText } from '#services/vault/change-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { Books } from '#tests/harness/books.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { createPayer } from '#tests/harness/payer.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { chunks, collect, incoming, type Vault } from '#tests/vault/vault.ts';

const fixture = (name: string) => readFile(resolve(import.meta.dirname, '../media/fixtures', name));

/** Whose it is, and the secret of the link to the picture that was sent. */
export interface Keeper {
  id: string;
  secret: string;
}

/** An item of each type, and a sent delivery. */
export async function fillVault(vault: Vault): Promise<Keeper> {
  const helena = await vault.person('premium');
  const keep = async (type: FileType, name: string, bytes: Buffer) => {
    const details = { title: `The ${type}`, type, is_public: name === 'sea.jpg' };
    const file = incoming(bytes.length, { before: details, after: async () => details, name, bytes: chunks(bytes) });
    return saveFile(vault.context(), helena.id, file);
  };
  const sea = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#2a7f7f' } })
    .jpeg()
    .toBuffer();
  const image = await keep('image', 'sea.jpg', sea);
  await keep('video', 'teal.mp4', await fixture('teal.mp4'));
  await keep('image', 'IMG_4711.HEIC', await fixture('tiles.heic'));
  await keep('audio', 'fading.mp3', await fixture('fading.mp3'));
  // Larger than a part of an upload, and not a whole number of segments.
  await keep('file', 'deed.bin', randomBytes(6_000_001));
  await keep('file', 'note.bin', randomBytes(1));
  const draw = drawApart();
  const parts = { fork: () => vault.context().em, keyring: vault.keyring, objects: vault.objects, draw };
  while ((await makeDueThumbnail(parts)) !== null);
  await runDueJobs(parts.fork, 'jpeg-copy', jpegCopyJob({ ...parts, onMade: () => {} }));
  await editContent(vault.context(), helena.id, image.id, { caption: 'You were four.' });
  await savePicture(vault.context(), helena.id, sea, draw);
  const words = { title: 'How we chose your name', content: 'Dear Ana,\n\n“Still” here? {"a": \\u0000} \u{1F30A}\t.' };
  const letter = await createText(vault.context(), helena.id, { ...words, is_public: false });
  await vault.query('update users set email_confirmed_at = now()');
  await changeSettings(vault.context(), helena.id, { is_active: true, inactive_days: 30, safety_days: 7 });
  await addContact(vault.context(), helena.id, { name: 'Rui\u2028Duarte\u2029', email: 'rui@example.com' });
  await scheduleDelivery(vault.context(), helena.id, scheduleOf(letter.id));
  await vault.query(`insert into outages (began_at, ended_at) values (now() - interval '1 hour', now())`);
  await payFor(vault, helena.id);
  await detectNewEngineStore(vault.context().em, { storeId: async () => 'the old engine' });
  const secrets = [await send(vault, helena.id, letter.id), await send(vault, helena.id, image.id)];
  // What was sent keeps its words.
  await editContent(vault.context(), helena.id, letter.id, { title: 'Never mind', content: 'I take it back.' });
  for (const secret of secrets) await openInvitation(vault.context(), secret);
  return { id: helena.id, secret: secrets[1] ?? '' };
}

/** A plan that is paid for, one before it that is to be cancelled, and the mail about it. */
async function payFor(vault: Vault, ownerId: string): Promise<void> {
  // why: what is paid for is the test's to write.
  const payer = await createPayer(vault, new Books(), { id: ownerId, email: '' });
  await payer.subscribed();
  const second = await payer.subscribed({ planType: 'premium_yearly' });
  const invoice = payer.billed(second, 'paid', 10_000);
  await payer.receive({ kind: 'invoice', id: invoice, subscriptionId: second });
}

async function send(vault: Vault, ownerId: string, contentId: string): Promise<string> {
  const { id } = await scheduleDelivery(vault.context(), ownerId, scheduleOf(contentId));
  await vault.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
  const deps = {
    fork: () => vault.context().em,
    keyring: vault.keyring,
    email: { send: async () => ({ kind: 'accepted' as const, messageId: 'm1' }) },
    whatsapp: null,
    sms: null,
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 },
    appOrigin: 'https://stillhere.example',
    observe: () => {},
  };
  await deliver(deps, { kind: 'one', id, revision: 1 });
  return linkSecret(vault.keyring, 'delivery', id, 1);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digest = async (file: ReadableFile) =>
  sha256(await collect(await file.read(0, file.size - 1, new AbortController().signal)));

/** @returns whether the bytes are those that the row was written for */
async function isWhatWasKept(context: VaultContext, ownerId: string, fileId: string, digest: string): Promise<boolean> {
  const [row] = await context.em.execute<{ content_mac: Buffer }[]>('select content_mac from files where id = ?', [
    fileId,
  ]);
  const mac = contentMac(await personKey(context, ownerId), fileId, Buffer.from(digest, 'hex'));
  return row?.content_mac.equals(mac) ?? false;
}

/** Everything that can be opened, opened. */
export async function openAll(context: () => VaultContext, { id: ownerId, secret }: Keeper) {
  const reader = { accountId: ownerId };
  const { contents } = await listContents(context(), ownerId, { limit: 100 });
  const opened = [];
  for (const { id, file_id, preview } of contents) {
    const content = await findContent(context(), ownerId, id);
    const file = file_id ? await digest(await openFile(context(), reader, file_id)) : null;
    const thumbnail =
      preview?.kind === 'picture' && file_id ? sha256((await openThumbnail(context(), reader, file_id)).bytes) : null;
    const isProven = file_id && file ? await isWhatWasKept(context(), ownerId, file_id, file) : null;
    const versions = [];
    for (const { version } of await listVersions(context(), ownerId, id))
      versions.push(await readVersion(context(), ownerId, id, version));
    opened.push({ content, preview, file, thumbnail, isProven, versions });
  }
  const secretOf = (id: string) => linkSecret(context().keyring, 'delivery', id, 1);
  const sentOnes = await context().em.execute<{ id: string }[]>(
    `select id from deliveries where status = 'sent' order by id`,
  );
  const received = [];
  for (const { id } of sentOnes) received.push((await openInvitation(context(), secretOf(id))).items);
  const [image] = contents.filter(({ type, is_public }) => type === 'image' && is_public);
  const copies = await context().em.execute<{ id: string }[]>('select id from files where original_id is not null');
  const copied = [];
  for (const { id } of copies) copied.push(await digest(await openFile(context(), reader, id)));
  const [picture] = await context().em.execute<{ id: string }[]>('select id from pictures');
  return {
    opened,
    received,
    copied,
    theirFile: await digest(await openRecipientsFile(context(), secret, image?.file_id ?? '')),
    theirThumbnail: sha256((await openRecipientsThumbnail(context(), secret, image?.file_id ?? '')).bytes),
    picture: sha256((await openPicture(context(), ownerId, picture?.id ?? '')).bytes),
    checkIn: (await findCheckIn(context(), linkSecret(context().keyring, 'check-in', ownerId, 1))).kind,
  };
}

/** Every row, but for what a restore leaves out. */
export async function rowsIn(backup: string, context: () => VaultContext): Promise<Record<string, unknown>> {
  const { tables } = await readManifest(backup);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await context().em.execute(`select row_to_json(t)::text as line from "${name}" t order by 1`);
  return rows;
}
