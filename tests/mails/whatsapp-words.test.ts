import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readVariables } from '#dev/simulators/twilio/template.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import type { Claimed } from '#services/deliveries/claim-and-record.ts';
import { composeWhatsApp } from '#services/deliveries/compose-invitation.ts';

const keyring = new Keyring(`test:${randomBytes(32).toString('base64')}`);

/** What the template's places get for two names. */
function words(recipientName: string | null, ownerName: string) {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const delivery = { id, recipientPhone: '+351912345678', recipientName, linkEpoch: 1 };
  const claimed = { delivery, attemptId: id, frozen: { ownerName } } as Claimed;
  const { words, linkSecret } = composeWhatsApp(keyring, claimed);
  return [words.recipient, words.sender, linkSecret];
}

test.each([
  ['Ana', 'Helena Duarte', 'Ana', 'Helena Duarte'],
  [null, 'Helena', 'there', 'Helena'],
  [' \n ', '\t', 'there', 'Someone'],
  ['Ana\nReply\tnow', `Hel${' '.repeat(9)}ena`, 'Ana Reply now', 'Hel ena'],
])('the template is given %j and %j as words that WhatsApp takes', (recipient, sender, first, second) => {
  const [to, from, secret] = words(recipient, sender);
  expect([to, from]).toEqual([first, second]);
  expect(readVariables(JSON.stringify({ 1: to, 2: from, 3: secret }))).toEqual([to, from, secret]);
});

test('a name that is a page long is cut', () => {
  const [to = '', from = ''] = words('a'.repeat(900), 'b'.repeat(900));
  expect([to.length, from.length]).toEqual([80, 80]);
});
