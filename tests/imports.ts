/** The imports of the sources, for tests/architecture.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const LAYERS = [
  'domain',
  'messages',
  'db',
  'services',
  'adapters',
  'config',
  'workflows',
  'worker',
  'app',
] as const;
export type Layer = (typeof LAYERS)[number];

export interface Import {
  file: string;
  specifier: string;
  /** Nothing of it is left when the code runs. */
  isType: boolean;
}

export function filesOf(layer: Layer | 'simulators'): string[] {
  return readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(layer, name));
}

export function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([^'"`;]*?)from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm,
  );
  return [...found].map(([, type, names = '', from, lazy, bare]) => ({
    file,
    specifier: from ?? lazy ?? bare ?? '',
    isType: type !== undefined || /^\{\s*type [^,]*(,\s*type [^,]*)*,?\s*\}\s*$/.test(names),
  }));
}

/** The path below the root that an import of ours leads to; null for a package. */
export function ownPath({ file, specifier }: Import): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, file, '..', specifier));
  return null;
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export function isPackage(specifier: string, names: readonly string[]): boolean {
  return names.some(
    (name) => specifier === name || specifier.startsWith(name.endsWith('/') || name.endsWith(':') ? name : `${name}/`),
  );
}

/** What each file of the product needs of ours when it runs. */
export function graph(): Map<string, string[]> {
  const files = LAYERS.flatMap(filesOf);
  const known = new Set(files);
  const needs = (file: string) =>
    importsOf(file).flatMap((one) => {
      const path = one.isType ? null : ownPath(one);
      return path !== null && known.has(path) ? [path] : [];
    });
  return new Map(files.map((file) => [file, needs(file)]));
}

/**
 * @returns a circle of imports, from a file back to itself; empty where there is none. A file that a circle goes through is
 *   met again while its own imports are still being followed.
 */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  const follow = (file: string, trail: readonly string[]): string[] => {
    const start = trail.indexOf(file);
    if (start >= 0) return [...trail.slice(start), file];
    if (finished.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...trail, file]);
      if (circle.length > 0) return circle;
    }
    finished.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
