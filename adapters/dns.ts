import { Resolver } from 'node:dns/promises';
import type { MailServers } from '#services/ports/mail-servers.ts';

/** The root of all names: a resolver that does not know it either cannot be believed, for example without a network. */
const ROOT = '.';
/** The answers that say "no": there is no such name, or nothing of that kind. Everything else says nothing. */
const NONE: readonly string[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Name servers, by Node's own resolver.
 * @param servers as `ip` or `ip:port`; the system's without any
 * @param timeout of a whole lookup, in milliseconds
 * @see https://nodejs.org/api/dns.html#class-dnspromisesresolver
 */
export function dnsMailServers({ servers, timeout }: { servers: readonly string[]; timeout: number }): MailServers {
  return {
    async takesMail(domain) {
      const resolver = new Resolver({ timeout, tries: 1 });
      if (servers.length > 0) resolver.setServers(servers);
      const deadline = setTimeout(() => resolver.cancel(), timeout);
      try {
        const found = await lookUp(resolver, domain);
        return found || ((await orNone(resolver.resolveNs(ROOT))).length > 0 ? false : null);
      } catch {
        return null;
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

/**
 * @param servers as `ip` or `ip:port`; the system's without any; null where nothing is looked up
 * @param timeout of a whole lookup, in milliseconds
 * @returns a function that gives the addresses of a name, of both kinds; none where it has none, or they cannot be learnt
 */
export function dnsAddresses({ servers, timeout }: { servers: readonly string[] | null; timeout: number }) {
  return async (name: string): Promise<string[]> => {
    if (servers === null) return [];
    const resolver = new Resolver({ timeout, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), timeout);
    try {
      return (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat();
    } catch {
      return [];
    } finally {
      clearTimeout(deadline);
    }
  };
}

async function lookUp(resolver: Resolver, domain: string): Promise<boolean> {
  const servers = await orNone(resolver.resolveMx(domain));
  // One without a name says that the domain takes no mail (RFC 7505).
  if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== ROOT);
  const addresses = await Promise.all([orNone(resolver.resolve4(domain)), orNone(resolver.resolve6(domain))]);
  return addresses.flat().length > 0;
}

/** @throws what says neither yes nor no, such as a time-out */
function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (NONE.includes(error.code ?? '')) return [];
    throw error;
  });
}
