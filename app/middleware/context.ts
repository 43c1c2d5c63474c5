import { randomBytes } from 'node:crypto';
import { createContext, RouterContextProvider, redirect } from 'react-router';
import type { Theme } from '#app/http/theme.ts';
import type { Toast } from '#app/http/toast.ts';
import type { Composition } from '#config/compose.ts';
import type { Logger } from '#config/log.ts';
import { CHANNEL_NAMES } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import type { AccountView } from '#services/accounts/account.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import type { Context, VaultContext } from '#services/context.ts';
import { alarm } from './alarm.ts';

/** What the web process has, for the machines' routes: health and webhooks. */
export interface WebParts {
  composition: Composition;
  log: Logger;
  /** How people reach us; cookies are Secure when it is https. */
  appOrigin: string;
  /** Whose pages may call us from a browser, besides our own. */
  corsOrigins: readonly string[];
  /** The length of a day of the emergency protocol, in milliseconds. */
  protocolDay: number;
}

/** Who is asking: somebody, a visitor, or somebody with a cookie that we cannot look up at the moment. */
export type Visit = OpenSession | 'visitor' | 'unknown';

export const webParts = createContext<WebParts>();
export const servicesContext = createContext<Context>();
export const visitContext = createContext<Visit>('visitor');
/** Seconds, for an answer to a form that came too soon. */
export const retryAfterContext = createContext<number | null>(null);
/** What the answer to a form has to say, where the whole page is that answer: it is seen before any script has run. */
export const saidContext = createContext<Toast | null>(null);
/** Whether the page has no place for a toast; it then waits for the next page. */
export const leavesToastContext = createContext(false);
/** The light that this browser asked for; null where its system decides. */
export const themeContext = createContext<Theme | null>(null);
export const nonceContext = createContext<string>();

/** What loaders, actions and middleware are given. */
export type Provider = Readonly<Pick<RouterContextProvider, 'get' | 'set'>>;

/**
 * Makes what one request works with: its own fork, its moment, its nonce.
 * @param address where it comes from on the network (app/http/network-address.ts)
 * @param hungUp is aborted when its client has hung up
 */
export function createRequestContext(
  parts: WebParts,
  address: string | null,
  hungUp: AbortSignal,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(webParts, parts);
  const { composition, log, protocolDay } = parts;
  context.set(servicesContext, {
    em: composition.fork(),
    keyring: composition.keyring,
    limits: {
      limiter: composition.limiter,
      address,
      onFailure: (error) => log.error({ err: error }, 'a try could not be counted; it went on'),
    },
    hungUp,
    now: new Date(),
    protocolDay,
    channels: CHANNEL_NAMES.filter((channel) => composition[channel] !== null),
    onBroken: (error, about) => alarm(log, error, about),
  });
  context.set(nonceContext, randomBytes(16).toString('base64'));
  return context;
}

/** @returns the same request, whose verbs work with something else: inside a transaction, for one */
export function withServices(context: Provider, services: Context): Provider {
  return {
    get: (key) => (key === (servicesContext as unknown) ? (services as never) : context.get(key)),
    set: (key, value) => context.set(key, value),
  };
}

/** @returns what verbs work with */
export function contextOf(context: Provider): Context {
  return context.get(servicesContext);
}

/** @returns what verbs work with that read or keep files */
export function vaultOf(context: Provider): VaultContext {
  return { ...contextOf(context), objects: context.get(webParts).composition.objects };
}

/**
 * @returns whose page this is
 * @throws as `sessionOf` does
 */
export function accountOf(context: Provider): AccountView {
  return sessionOf(context).user;
}

/**
 * @returns the session that asks for a page
 * @throws a redirect to the landing page for visitors: the guard of the layout comes first, this is for whoever forgets it
 * @throws AppError unavailable when that cannot be known; a page then comes empty
 */
export function sessionOf(context: Provider): OpenSession {
  const visit = context.get(visitContext);
  if (visit === 'visitor') throw redirect('/');
  if (visit === 'unknown')
    throw new AppError(
      'unavailable',
      'We cannot look up your account at the moment. Nothing was lost; please try again in a minute.',
    );
  return visit;
}
