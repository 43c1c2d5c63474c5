/** The import table of docs/architecture.md, as a test: which layer may know which. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const LAYERS = ['domain', 'messages', 'db', 'services', 'adapters', 'config', 'workflows', 'worker', 'app'] as const;
type Layer = (typeof LAYERS)[number];

interface Rule {
  /** Folders of ours, each with an optional path below which it holds. */
  own: string[];
  /** Packages; `*` is any that `never` does not name. */
  packages: string[];
  never?: string[];
}

const VENDORS = ['@sendgrid/', 'twilio', 'stripe', '@aws-sdk/', 'remix-auth'];
const ENGINE = ['@temporalio/'];
const REACT = ['react', 'react-dom', 'react-router', '@react-router/', '@conform-to/', '@base-ui/'];

const TABLE: Record<Layer, Rule> = {
  domain: { own: ['domain'], packages: ['temporal-polyfill'] },
  messages: {
    own: ['messages', 'domain'],
    packages: ['icu-minify', '@formatjs/', '@schummar/', 'react', 'vite', 'node:url'],
  },
  db: { own: ['db', 'domain', 'config'], packages: ['@mikro-orm/', 'kysely', 'pg', 'node:'] },
  services: {
    own: ['services', 'domain', 'db', 'messages'],
    packages: ['*'],
    never: [...VENDORS, ...ENGINE, ...REACT],
  },
  adapters: {
    own: ['services/ports', 'domain', 'workflows/contracts', 'adapters'],
    packages: ['*'],
    never: [...REACT, '@mikro-orm/'],
  },
  config: {
    own: ['config', 'adapters', 'services/ports', 'services/crypto', 'db/orm.ts', 'domain', 'messages/say.ts'],
    packages: ['*'],
    never: [...VENDORS, ...ENGINE, ...REACT],
  },
  workflows: { own: ['workflows', 'domain'], packages: ['@temporalio/workflow', '@temporalio/common'] },
  worker: {
    own: ['worker', 'services', 'db', 'config', 'domain', 'workflows/contracts', 'messages'],
    packages: ['*'],
    never: [...VENDORS, ...REACT, '@temporalio/client'],
  },
  app: {
    own: ['app', 'services', 'domain', 'messages'],
    packages: ['*'],
    never: [...VENDORS, ...ENGINE, '@mikro-orm/'],
  },
};

/**
 * SQL as text is in `db` only; other layers use `query(em)` (docs/decisions/0066). These files still have it. Each leaves the
 * list when its queries are typed; then the list goes.
 */
const WITH_SQL_TEXT = ['services/timeline.ts'];

interface Import {
  file: string;
  specifier: string;
  isType: boolean;
}

function filesOf(layer: Layer | 'simulators'): string[] {
  return readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(layer, name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm,
  );
  return [...found].map((match) => ({
    file,
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    isType: match[1] !== undefined,
  }));
}

/** The path below the root that an import of ours leads to; null for a package. */
function ownPath({ file, specifier }: Import): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, file, '..', specifier));
  return null;
}

/** A typed query executes without an argument. */
function hasSqlText(source: string): boolean {
  return /\.execute(?:<[\s\S]*?>)?\((?!\s*\))/.test(source);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isPackage(specifier: string, names: readonly string[]): boolean {
  return names.some(
    (name) => specifier === name || specifier.startsWith(name.endsWith('/') || name.endsWith(':') ? name : `${name}/`),
  );
}

function isAllowed(layer: Layer, one: Import): boolean {
  const rule = TABLE[layer];
  const path = ownPath(one);
  if (path !== null) {
    if (layer === 'workflows' && one.isType && isBelow(path, 'worker/activities')) return true;
    if (layer === 'workflows' && path.endsWith('.schema.ts')) return false;
    if (layer === 'app' && isBelow(path, 'config'))
      return isBelow(one.file, 'app/middleware') || one.file === 'app/server.ts';
    if (layer === 'domain' && path.endsWith('.json')) return true;
    return rule.own.some((folder) => isBelow(path, folder));
  }
  const isNode = one.specifier.startsWith('node:') || builtinModules.includes(one.specifier);
  if (layer === 'domain')
    return isPackage(one.specifier, rule.packages) || (one.specifier === 'zod' && one.file.endsWith('.schema.ts'));
  if (layer === 'workflows' && isNode) return false;
  if (one.file === 'services/mails/document.ts' && isPackage(one.specifier, REACT)) return true;
  if (isPackage(one.specifier, rule.never ?? [])) return false;
  return rule.packages.includes('*') || isPackage(one.specifier, rule.packages);
}

describe('the import table', () => {
  it.each(LAYERS)('%s imports only what it may', (layer) => {
    const files = filesOf(layer);
    expect(files.length).toBeGreaterThan(0);
    const forbidden = files.flatMap(importsOf).filter((one) => !isAllowed(layer, one));
    expect(forbidden.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('notices what it should', () => {
    const from = (file: string, specifier: string, isType = false) => ({ file, specifier, isType });
    expect(isAllowed('domain', from('domain/x.ts', 'node:fs'))).toBe(false);
    expect(isAllowed('domain', from('domain/x.ts', 'zod'))).toBe(false);
    expect(isAllowed('services', from('services/x.ts', '#adapters/s3.ts'))).toBe(false);
    expect(isAllowed('services', from('services/x.ts', '@temporalio/client'))).toBe(false);
    expect(isAllowed('workflows', from('workflows/x.ts', '#worker/activities/delivery.ts', true))).toBe(true);
    expect(isAllowed('workflows', from('workflows/x.ts', '#worker/activities/delivery.ts'))).toBe(false);
    expect(isAllowed('app', from('app/components/x.tsx', '#db/orm.ts'))).toBe(false);
    expect(isAllowed('app', from('app/routes/x.tsx', '#config/env.ts'))).toBe(false);
    expect(importsOf('worker/start.ts').length).toBeGreaterThan(2);
  });

  it('finds no clock and no randomness in the domain', () => {
    const clocks = filesOf('domain').filter((file) =>
      /Date\.now\(|new Date\(\)|Math\.random|crypto\.|performance\./.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(clocks).toEqual([]);
  });

  it('finds SQL as text in no new file outside db, and no file in the list that has none', () => {
    const found = LAYERS.filter((layer) => layer !== 'db')
      .flatMap(filesOf)
      .filter((file) => hasSqlText(readFileSync(join(ROOT, file), 'utf8')));
    expect(found.toSorted()).toEqual(WITH_SQL_TEXT.toSorted());
  });

  it('notices each way to run SQL as text', () => {
    const typed = "await query(em).selectFrom('users').select('id').execute();";
    expect([typed, `${typed}\nrows.execute<Row>();`].filter(hasSqlText)).toEqual([]);
    const texts = [
      "em.execute('select 1')",
      'tx.execute<{ id: string; list: Array<string> }[]>(\n  `select 1`,\n)',
      'sql`select 1`.execute(query(em))',
    ];
    expect(texts.filter(hasSqlText)).toEqual(texts);
  });

  it('keeps the simulators apart: they import their own files and dependencies, and no layer imports them', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'simulators/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const isOwn = (one: Import) => {
      const path = ownPath(one);
      return path ? isBelow(path, 'simulators') : isPackage(one.specifier, ['node:', ...Object.keys(dependencies)]);
    };
    const files = filesOf('simulators');
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(importsOf).filter((one) => !isOwn(one))).toEqual([]);
    const importers = LAYERS.flatMap(filesOf)
      .flatMap(importsOf)
      .filter(({ specifier }) => isPackage(specifier, ['@stillhere/simulators']));
    expect(importers).toEqual([]);
  });

  it('finds process.env read in one place', () => {
    const readers = LAYERS.flatMap(filesOf).filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
    );
    expect(readers).toEqual(['config/env.ts']);
  });
});
