import { createServer, type AddressInfo } from 'node:net';
import { inject } from 'vitest';

/** What every test that needs more than memory stands on; started once per run by global-setup.ts. */
export interface TestServices {
  postgresUrl: string;
  templateDatabase: string;
  temporalBinary: string;
  /** What is the same for every process under test. */
  env: Record<string, string>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    services: TestServices;
  }
}

export function testServices(): TestServices {
  return inject('services');
}

/** @returns so many ports of 127.0.0.1 that nobody listens on */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
