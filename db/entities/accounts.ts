import { defineEntity, p } from '@mikro-orm/core';
import type { TokenScope } from '#domain/accounts/tokens.ts';
import type { Language } from '#domain/language.ts';

/** What a secret that works once is for. */
export type SecretPurpose =
  | 'exchange'
  | 'confirm-email'
  | 'reset-password'
  | 'change-email'
  | 'second-step'
  | 'lost-phone'
  | 'stop-lost-phone';

/** The kinds of mails about an account; services/mails has the texts. */
export type AccountMailKind =
  | 'confirm-email'
  | 'reset-password'
  | 'change-email'
  | 'email-changed'
  | 'email-taken'
  | 'password-changed'
  | 'google-linked'
  | 'google-took-over'
  | 'token-created'
  | 'webhook-created'
  | 'webhook-off'
  | 'device-new'
  | 'factors-changed'
  | 'contacts-changed'
  | 'protocol-disarmed'
  | 'protocol-paused'
  | 'export-begun'
  | 'lost-phone-begun'
  | 'lost-phone-over'
  | 'account-deleted'
  /** To a trusted contact who was notified that the owner had not been heard from. */
  | 'owner-deleted';

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    /** Trimmed and in lower case; unique. */
    email: p.text(),
    name: p.text(),
    /** argon2id; null for a person who only signs in with Google. */
    passwordHash: p.text().nullable(),
    /** IANA name. */
    timeZone: p.text(),
    /** When the person proved that the address is theirs. */
    emailConfirmedAt: p.datetime().nullable(),
    /** Which mails that can be turned off they want (domain/accounts/notifications.ts). */
    wantsDeliveryOpened: p.boolean().default(true),
    wantsDeliveryDelayed: p.boolean().default(true),
    wantsAddressCheck: p.boolean().default(true),
    /** Whether the pages of trusted contacts name the other contacts. */
    contactsSeeEachOther: p.boolean().default(false),
    wantsRehearsal: p.boolean().default(true),
    /** The person's key, wrapped by the master key ring. */
    wrappedKey: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
});
export class User extends UserSchema.class {}
UserSchema.setClass(User);

export const ErasedAccountSchema = defineEntity({
  name: 'ErasedAccount',
  tableName: 'erased_accounts',
  properties: {
    id: p.uuid().primary(),
    erasedAt: p.datetime().defaultRaw('now()'),
  },
});
/** An account that was deleted; a trigger adds it, so that its key is erased from backups. */
export class ErasedAccount extends ErasedAccountSchema.class {}
ErasedAccountSchema.setClass(ErasedAccount);

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** SHA-256 of the cookie's 32 random bytes; null for a program's session. */
    cookieHash: p.blob().$type<Buffer>().nullable(),
    /** SHA-256 of the token's 32 random bytes; null until the browser has exchanged its code for it. */
    tokenHash: p.blob().$type<Buffer>().nullable(),
    userAgent: p.text(),
    createdAt: p.datetime(),
    lastSeenAt: p.datetime(),
    expiresAt: p.datetime(),
    /** When it last proved that it is its owner's; signing up and signing in count. */
    provedAt: p.datetime().nullable(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

export const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** SHA-256 of the 32 random bytes in the browser's cookie. */
    proofHash: p.blob().$type<Buffer>(),
    userAgent: p.text(),
    createdAt: p.datetime(),
    /** When it last signed in. */
    lastSeenAt: p.datetime(),
    /** When a code was last given there; it is asked for none after that. */
    codePassedAt: p.datetime().nullable(),
  },
});
/** A browser in which an account has signed in (services/accounts/known-device.ts). */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);

export const TotpFactorSchema = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    user: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    /** Ciphertext of the secret that the app has, too. */
    sealed: p.blob().$type<Buffer>(),
    /** The time step of the newest code that was accepted: no code of it or before it works. */
    lastStep: p.integer(),
    createdAt: p.datetime(),
    /** When a code signed in, or proved who asks. */
    lastUsedAt: p.datetime().nullable(),
    /** When the ten recovery codes were made. */
    recoveryMadeAt: p.datetime(),
  },
});
/** Codes from an app, which an account asks for after the password (services/accounts/codes.ts). */
export class TotpFactor extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactor);

export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    user: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    /** By the person's key (services/crypto/keyed-hash.ts). */
    codeHash: p.blob().$type<Buffer>().primary(),
    usedAt: p.datetime().nullable(),
  },
});
/** One of ten codes that sign in once in place of the app's. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    name: p.text(),
    scope: p.text().$type<TokenScope>(),
    /** SHA-256 of the token, which has 32 random bytes. */
    tokenHash: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
    /** Null: it does not end. */
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
});
/** A token of an owner for a program (services/accounts/tokens.ts). */
export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);

export const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    issuer: p.text(),
    subject: p.text(),
    createdAt: p.datetime(),
  },
});
/** A person's account at an identity provider. */
export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity);

export const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    purpose: p.text().$type<SecretPurpose>(),
    /** The address that it was sent to and that it proves; null for one that is not mailed. */
    email: p.text().nullable(),
    /** Of the session of an exchange code. */
    cookieHash: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
/** A secret that works once. The secret itself is not stored (services/crypto/link.ts). */
export class Secret extends SecretSchema.class {}
SecretSchema.setClass(Secret);

export const AccountMailSchema = defineEntity({
  name: 'AccountMail',
  tableName: 'account_mails',
  properties: {
    id: p.uuid().primary(),
    /** Null when the account is deleted. */
    user: () => p.manyToOne(User).mapToPk().nullable().deleteRule('set null'),
    kind: p.text().$type<AccountMailKind>(),
    email: p.text(),
    secret: () => p.manyToOne(Secret).mapToPk().nullable().deleteRule('set null'),
    /** The contact of a deleted account; null in mails to owners. */
    correspondentId: p.uuid().nullable(),
    /** Of a contact; null in mails to owners, which are in English. */
    language: p.text().$type<Language>().nullable(),
    /** The device that signed in, as people say it. */
    about: p.text().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});
/** A queued mail about an account. */
export class AccountMail extends AccountMailSchema.class {}
AccountMailSchema.setClass(AccountMail);

export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** Ciphertext: a small square WebP picture. */
    sealed: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
});
/** A profile's picture. */
export class Picture extends PictureSchema.class {}
PictureSchema.setClass(Picture);
