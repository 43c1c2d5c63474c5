import { randomBytes } from 'node:crypto';
import { createContext, RouterContextProvider } from 'react-router';
import type { Composition } from '#config/compose.ts';
import type { Logger } from '#config/log.ts';
import type { AccountView } from '#services/accounts/account-view.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import type { Context } from '#services/context.ts';
import { redirect } from 'react-router';

/** What the web process has, for the machines' routes: health and webhooks. */
export interface WebParts {
  composition: Composition;
  log: Logger;
  /** How people reach us; cookies are Secure when it is https. */
  appOrigin: string;
}

export const webParts = createContext<WebParts>();
export const servicesContext = createContext<Context>();
export const sessionContext = createContext<OpenSession | null>(null);
export const nonceContext = createContext<string>();

/** Makes what one request works with: its own fork, its moment, its nonce. */
export function createRequestContext(parts: WebParts): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(webParts, parts);
  context.set(servicesContext, { em: parts.composition.fork(), keyring: parts.composition.keyring, now: new Date() });
  context.set(nonceContext, randomBytes(16).toString('base64'));
  return context;
}

type Provider = Readonly<Pick<RouterContextProvider, 'get'>>;

/** @returns what verbs work with */
export function contextOf(context: Provider): Context {
  return context.get(servicesContext);
}

/** @returns who is signed in, or null */
export function sessionOf(context: Provider): OpenSession | null {
  return context.get(sessionContext);
}

/**
 * @returns whose page this is
 * @throws a redirect to the landing page for visitors: the guard of the layout comes first, this is for whoever forgets it
 */
export function accountOf(context: Provider): AccountView {
  const session = context.get(sessionContext);
  if (!session) throw redirect('/');
  return session.user;
}
