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
