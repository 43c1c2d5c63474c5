/** docker-compose.yml as Compose reads it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

export const ROOT = resolve(import.meta.dirname, '../..');

/** @returns the text of a file of the repository */
export const read = (name: string): string => readFileSync(resolve(ROOT, name), 'utf8');

/** A service, with what the tests ask for. */
export interface Service {
  image: string;
  build?: string;
  user?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  network_mode?: string;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  restart?: string;
  profiles?: string[];
  read_only?: boolean;
  cap_add?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  pids_limit?: number;
  mem_limit?: string;
  cpu_shares?: number;
  ulimits?: Record<string, number>;
  healthcheck?: { test: string[] };
  logging?: { driver: string; options: Record<string, string> };
  [other: string]: unknown;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

export const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;

/** @returns the service of this name @throws Error without one */
export function serviceOf(name: string): Service {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}.`);
  return service;
}

/** @returns the variables of a service, each by the name that the code reads: NAME for NAME_FILE */
export function variablesOf(name: string): Record<string, string> {
  const given = Object.entries(serviceOf(name).environment ?? {});
  return Object.fromEntries(given.map(([variable, value]) => [variable.replace(/_FILE$/, ''), value]));
}
