/** In which language messages to recipients and trusted contacts go out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { type Claimed, claimDeliveries } from '#services/deliveries/claim-and-record.ts';
import { composeInvitation, composeWhatsApp } from '#services/deliveries/compose-invitation.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { changeContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { lockProtocol } from '#services/emergency/protocol-row.ts';
import { makeReleaseDeliveries } from '#services/emergency/release.ts';
import { BY_WHATSAPP, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';
import { createSilentOwners, type SilentOwners } from '#tests/harness/silent-owners.ts';

const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
const ORIGIN = 'https://stillhere.example';

describe('a recipient', () => {
  let owner: SentDeliveries;
  beforeAll(async () => {
    owner = await createSentDeliveries();
  });
  afterAll(() => owner?.post.close());

  /** Claims a delivery that is due. */
  async function claimed(change = {}): Promise<Claimed> {
    const id = await owner.scheduled(change);
    await owner.post.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
    const { orm, keyring } = owner.stage;
    const due = await claimDeliveries({ em: orm.em.fork(), keyring }, { kind: 'one', id, revision: 1 }, POLICY);
    const [one] = due.claimed;
    if (!one) throw new Error('Nothing was claimed.');
    return one;
  }

  test('is mailed in the language of their delivery, and in English without one', async () => {
    const compose = async (change = {}) =>
      composeInvitation(owner.stage.keyring, ORIGIN, await claimed(change), new Date());
    expect((await compose({ language: 'de' })).html).toContain('<html lang="de">');
    expect((await compose()).html).toContain('<html lang="en">');
  });

  test('a person without a name is addressed in the language of the WhatsApp template', async () => {
    const portuguese = await claimed({ ...BY_WHATSAPP, recipient_name: null, language: 'pt' });
    const { language, words } = composeWhatsApp(owner.stage.keyring, portuguese);
    expect([language, words.recipient]).toEqual(['pt', 'si']);
  });
});

describe('a trusted contact', () => {
  let owners: SilentOwners;
  beforeAll(async () => {
    owners = await createSilentOwners();
  });
  afterAll(() => owners?.close());
  beforeEach(async () => {
    await owners.query("update emergency_mails set state = 'withdrawn' where state = 'waiting'");
    await beat(owners.fork(), DAY);
  });

  /** An owner who missed a check-in, and whose contact reads Polish. */
  async function missedWithPolishContact() {
    const helena = await owners.missed();
    const contacts = await listContacts(owners.stage.context(), helena.id);
    const id = contacts.find(({ email }) => email === helena.contact)?.id ?? '';
    await changeContact(owners.stage.context(), helena.id, id, { language: 'pl' });
    return { helena, contactId: id };
  }

  test('is notified in their language, also of an answer after they were removed; the owner in English', async () => {
    const { helena, contactId } = await missedWithPolishContact();
    // The notification was queued in English: the language at the sending counts.
    const { sent } = await owners.send();
    const languages = sent.map(({ to, html }) => [to.email, /<html lang="(\w+)"/.exec(html)?.[1]]);
    expect(new Map(languages as [string, string][])).toEqual(
      new Map([
        [helena.contact, 'pl'],
        [helena.email, 'en'],
      ]),
    );
    await owners.query('update emergency_mails set language = ? where owner_id = ?', ['pl', helena.id]);
    await removeContact(owners.stage.context(), helena.id, contactId);
    await checkIn(owners.stage.context(), helena.id);
    expect((await owners.send()).sent.map(({ html }) => html.includes('<html lang="pl">'))).toEqual([true]);
  });

  test('gets what is released in their language', async () => {
    const { helena } = await missedWithPolishContact();
    await owners.fork().transactional(async (tx) => {
      const protocol = await lockProtocol(tx, helena.id, DAY);
      if (protocol) await makeReleaseDeliveries(tx, protocol, DAY);
    });
    expect(
      await owners.query("select language from deliveries where owner_id = ? and origin = 'release'", [helena.id]),
    ).toEqual([{ language: 'pl' }]);
  });
});
