import { randomBytes } from 'node:crypto';
import { createContext, RouterContextProvider, redirect } from 'react-router';
import type { CheckedFiles } from '#app/http/checked-files.ts';
import type { Theme } from '#app/http/theme.ts';
import type { Toast } from '#app/http/toast.ts';
import type { Composition } from '#config/compose.ts';
import type { Logger } from '#config/log.ts';
import type { SendingCaps } from '#domain/delivery/caps.ts';
import { CHANNEL_NAMES } from '#domain/delivery/delivery.ts';
import { PHONE_CHANNELS } from '#domain/emergency/warning-channels.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { AccountView } from '#services/accounts/account.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import type { Context, VaultContext } from '#services/context.ts';
import { alarm } from './alarm.ts';
import { securityLog } from './security-log.ts';

/** What the web process works with, for routes that need more than services: health and webhooks. */
export interface WebDeps {
  composition: Composition;
  log: Logger;
  /** The public origin; cookies are Secure when it is https. */
  appOrigin: string;
  /** What our messages come from: an address, and numbers in E.164; null for a channel that is not in use. */
  senders: { email: string; whatsapp: string | null; sms: string | null };
  /** Where contacts can write to, as the operators set it; null where they did not. */
  supportEmail: string | null;
  /** Other origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[];
  /** The socket of the decoder service; undefined where it is not set up. */
  decoder: string | undefined;
  /** What one signed-in account may ask for in a minute; 0 for no limit. */
  perMinute: { calls: number; writes: number };
  /** The length of a day of the emergency protocol, in milliseconds. */
  protocolDay: number;
  /** How much an account on Plus may send. */
  caps: SendingCaps;
  /** Which files readers go on with. */
  checkedFiles: CheckedFiles;
  /** For how long the operators keep backups, in milliseconds. */
  backupRetention: number;
}

/** Who sent the request: a session, a visitor, or a cookie that cannot be looked up at the moment. */
export type Visit = OpenSession | 'visitor' | 'unknown';

export const webDeps = createContext<WebDeps>();
export const servicesContext = createContext<Context>();
export const visitContext = createContext<Visit>('visitor');
/** Retry-After in seconds, for a refused form; null without one. */
export const retryAfterContext = createContext<number | null>(null);
/** The toast of a form whose answer is a whole page: it is shown before any script has run. */
export const flashContext = createContext<Toast | null>(null);
/** Whether the page has no place for a toast; it then waits for the next page. */
export const leavesToastContext = createContext(false);
/** The theme that this browser chose; null where its system decides. */
export const themeContext = createContext<Theme | null>(null);
/** The page that a person who has just signed in is sent to; null where nobody has. */
export const entryContext = createContext<string | null>(null);
export const nonceContext = createContext<string>();

/** What loaders, actions and middleware get. */
export type Provider = Readonly<Pick<RouterContextProvider, 'get' | 'set'>>;

/**
 * Creates the context of one request: its own fork, its instant, its nonce.
 * @param address the network address of the client (app/http/network-address.ts)
 * @param hungUp is aborted when the client disconnects
 */
export function createRequestContext(
  deps: WebDeps,
  address: string | null,
  hungUp: AbortSignal,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(webDeps, deps);
  const { composition, log, perMinute, protocolDay, caps } = deps;
  context.set(servicesContext, {
    em: composition.fork(),
    keyring: composition.keyring,
    limits: {
      limiter: composition.limiter,
      address,
      perMinute,
      onFailure: (error) => log.error({ err: error }, 'a try could not be counted; it was let through'),
    },
    hungUp,
    now: new Date(),
    protocolDay,
    caps,
    channels: CHANNEL_NAMES.filter((channel) => composition[channel] !== null),
    warningPhones: PHONE_CHANNELS.filter((channel) => composition.phones[channel] !== null),
    callsLocalhost: composition.callsLocalhost,
    ...(composition.mailServers && { mailServers: composition.mailServers }),
    onBroken: (error, about) => alarm(log, error, about),
    onSecurityEvent: securityLog(log, composition.keyring, address),
  });
  context.set(nonceContext, randomBytes(16).toString('base64'));
  return context;
}

/** @returns the context of the same request with other services, such as those inside a transaction */
export function withServices(context: Provider, services: Context): Provider {
  return {
    // A key says the type of its value; the compiler does not conclude that from the comparison.
    get: (key) => (key === (servicesContext as unknown) ? (services as never) : context.get(key)),
    set: (key, value) => context.set(key, value),
  };
}

/** @returns the context of services */
export function contextOf(context: Provider): Context {
  return context.get(servicesContext);
}

/** @returns the context of services that read or save files */
export function vaultOf(context: Provider): VaultContext {
  return { ...contextOf(context), objects: context.get(webDeps).composition.objects };
}

/**
 * @returns the account of the signed-in person
 * @throws as `sessionOf` does
 */
export function accountOf(context: Provider): AccountView {
  return sessionOf(context).user;
}

/**
 * @returns the session of the request
 * @throws a redirect to the landing page for visitors: normally the guard of the layout has done that already
 * @throws AppError unavailable when the session cannot be looked up
 */
export function sessionOf(context: Provider): OpenSession {
  const visit = context.get(visitContext);
  if (visit === 'visitor') throw redirect('/');
  if (visit === 'unknown') throw new AppError('unavailable', say(accountRefusals['accounts-out-of-reach']));
  return visit;
}
