import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    /** Trimmed and in lower case; unique. */
    email: p.text(),
    name: p.text(),
    /** argon2id; null for someone who only signs in with Google. */
    passwordHash: p.text().nullable(),
    /** IANA name. */
    timeZone: p.text(),
    /** The person's key, wrapped by the master key ring. */
    wrappedKey: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
});
export class User extends UserSchema.class {}
UserSchema.setClass(User);

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** SHA-256 of the cookie's 32 random bytes. */
    cookieHash: p.blob().$type<Buffer>(),
    userAgent: p.text(),
    createdAt: p.datetime(),
    lastSeenAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
