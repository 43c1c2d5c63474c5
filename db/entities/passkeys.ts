import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

export const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** The authenticator's own name of it; unique. */
    credentialId: p.blob().$type<Buffer>(),
    /** A COSE key. */
    publicKey: p.blob().$type<Buffer>(),
    /** How many signatures the authenticator had made at the last one; 0 where it does not count. */
    counter: p.bigint('number'),
    /** How the authenticator is reached, separated by spaces: "usb nfc". */
    transports: p.text(),
    /** The make of the authenticator, as it says itself. */
    aaguid: p.uuid(),
    /** Whether it can be in several devices, and whether it is by now. */
    isBackupEligible: p.boolean(),
    isBackedUp: p.boolean(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});
/** A passkey of an owner (services/accounts/passkeys.ts). */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

export const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(),
  },
});
/** A challenge that was answered; it stays until it would have expired (services/accounts/passkey-challenges.ts). */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
