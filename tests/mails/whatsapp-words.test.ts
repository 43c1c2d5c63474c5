import { randomBytes } from 'node:crypto';
import { readVariables, TEMPLATE } from '@stillhere/simulators';
import { expect, test } from 'vitest';
import { Keyring } from '#services/crypto/keyring.ts';
import type { Claimed } from '#services/deliveries/claim-and-record.ts';
import { composeSms, composeWhatsApp, previewOnPhone } from '#services/deliveries/compose-invitation.ts';

const keyring = new Keyring(`test:${randomBytes(32).toString('base64')}`);

function claimed(recipientName: string | null, ownerName: string, ownerEmail: string | null = null): Claimed {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const delivery = { id, recipientPhone: '+351912345678', recipientName, language: 'en', linkEpoch: 1 };
  return { delivery, attemptId: id, frozen: { ownerName, ownerEmail } } as Claimed;
}

/** The template's values for two names. */
function words(recipientName: string | null, ownerName: string) {
  const { words, linkSecret } = composeWhatsApp(keyring, claimed(recipientName, ownerName, 'helena@example.com'));
  return [words.recipient, words.sender, linkSecret];
}

test.each([
  ['Ana', 'Helena Duarte', 'Ana', 'Helena Duarte (helena@example.com)'],
  [null, 'Helena', 'there', 'Helena (helena@example.com)'],
  [' \n ', '\t', 'there', 'Someone (helena@example.com)'],
  ['Ana\nReply\tnow', `Hel${' '.repeat(9)}ena`, 'Ana Reply now', 'Hel ena (helena@example.com)'],
])('the template gets %j and %j as values that WhatsApp accepts', (recipient, sender, first, second) => {
  const [to, from, secret] = words(recipient, sender);
  expect([to, from]).toEqual([first, second]);
  expect(readVariables(JSON.stringify({ 1: to, 2: from, 3: secret }))).toEqual([to, from, secret]);
});

test('a very long name is shortened', () => {
  const [to = '', from = ''] = words('a'.repeat(900), 'b'.repeat(900));
  expect([to.length, from.length]).toEqual([80, 80 + ' (helena@example.com)'.length]);
});

test('a text message has the text of the template, and the link on its own line', () => {
  const { to, text } = composeSms(keyring, 'https://stillhere.example', claimed('Ana\nReply', 'Helena'));
  expect(to).toBe('+351912345678');
  const [words, link, more] = text.split('\n');
  expect(words).toMatch(
    /^Hello Ana Reply, this is Stillhere: Helena \(email address not confirmed\) left something for you/,
  );
  expect(link).toMatch(/^https:\/\/stillhere\.example\/m\/[\w.-]+$/);
  expect(more).toMatch(/See stillhere\.example\/genuine\..*Reply STOP/);
});

test('no message to a phone has the title', () => {
  const { frozen, ...rest } = claimed('Ana', 'Helena');
  const titled = { ...rest, frozen: { ...frozen, head: Buffer.from('For your wedding') } };
  const messages = [composeWhatsApp(keyring, titled), composeSms(keyring, 'https://stillhere.example', titled)];
  expect(JSON.stringify(messages)).not.toMatch(/wedding/);
});

test('a preview has the words of both messages, and the beginning of a link that is none', () => {
  const helena = { ownerName: 'Helena', ownerEmail: 'helena@example.com' };
  const shown = (channel: 'whatsapp' | 'sms') =>
    previewOnPhone(channel, 'https://stillhere.example', { name: 'Ana', language: 'en' }, helena);
  const filled = TEMPLATE.body.replace('{{1}}', 'Ana').replace('{{2}}', 'Helena (helena@example.com)');
  expect(shown('whatsapp')).toBe(`${filled}\n\n${TEMPLATE.button}: stillhere.example/m/…`);
  const { text } = composeSms(keyring, 'https://stillhere.example', claimed('Ana', 'Helena', 'helena@example.com'));
  expect(shown('sms')).toBe(text.replace(/https:\S+/, 'stillhere.example/m/…'));
});
