/** The import table of docs/architecture.md, as a test: which layer may know which. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circleIn,
  filesOf,
  graph,
  type Import,
  importsOf,
  isBelow,
  isPackage,
  LAYERS,
  type Layer,
  ownPath,
  ROOT,
} from './imports.ts';

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
    own: ['services/ports', 'domain', 'messages', 'workflows/contracts', 'adapters'],
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
    own: ['app', 'services', 'domain', 'messages', 'tools'],
    packages: ['*'],
    never: [...VENDORS, ...ENGINE, '@mikro-orm/'],
  },
};

/**
 * Folders of a layer, from the top: each imports only from itself and from what comes below it. A path below a folder may have
 * a place of its own. Type-only imports do not count, since nothing of them is left when the code runs.
 */
const ORDER = {
  app: [
    ...['root.tsx', 'server.ts', 'entry.server.tsx', 'entry.client.tsx', 'visitor-script.ts', 'gallery-script.ts'],
    ...['routes.ts', 'routes', 'api', 'static-pages', 'components'],
    ...['accounts', 'deliveries', 'recipients', 'contents', 'emergency', 'gallery', 'landing', 'plans', 'sealed'],
    ...['middleware', 'http', 'middleware/context.ts', 'middleware/alarm.ts', 'middleware/security-log.ts'],
    ...[
      'first-script.ts',
      'next-pages.ts',
      'page-scripts.ts',
      'shared-render.ts',
      'session-token.ts',
      'check-token.ts',
      'heartbeat.ts',
    ],
  ],
  services: [
    ...[
      'accounts',
      'vault',
      'events',
      'recipients',
      'notices',
      'reports',
      'record',
      'emergency',
      'deliveries',
      'thumbnails',
    ],
    ...[
      'contents',
      'media',
      'subscription',
      'engine',
      'limits',
      'mails',
      'webhooks',
      'jobs',
      'backup',
      'idempotency',
      'operations',
    ],
    ...[
      'crypto',
      'ports',
      'timeline.ts',
      'append-record.ts',
      'confirmed-address.ts',
      'lock-account.ts',
      'not-found.ts',
      'in-parallel.ts',
    ],
    'reader-language.ts',
    ...['security-events.ts', 'context.ts', 'ids.ts'],
  ],
} as const satisfies Partial<Record<Layer, readonly string[]>>;

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
  if (one.file === 'services/mails/document.server.ts' && isPackage(one.specifier, REACT)) return true;
  if (isPackage(one.specifier, rule.never ?? [])) return false;
  return rule.packages.includes('*') || isPackage(one.specifier, rule.packages);
}

/** @returns the place of a file in the order of its layer; the most exact entry counts; -1 where there is none */
function placeOf(path: string, layer: keyof typeof ORDER): number {
  const order: readonly string[] = ORDER[layer];
  const fitting = order.filter((entry) => isBelow(path, `${layer}/${entry}`));
  return order.indexOf(fitting.toSorted((a, b) => b.length - a.length)[0] ?? '');
}

/** @returns the imports that lead upwards in the order of a layer */
function upwardImports(imports: ReadonlyMap<string, readonly string[]>, layer: keyof typeof ORDER): string[] {
  return [...imports].flatMap(([file, paths]) => {
    if (!isBelow(file, layer)) return [];
    const upward = paths.filter((path) => isBelow(path, layer) && placeOf(path, layer) < placeOf(file, layer));
    return upward.map((path) => `${file} -> ${path}`);
  });
}

describe('the import table', () => {
  it.each(LAYERS)('%s imports only what it may', (layer) => {
    const files = filesOf(layer);
    expect(files.length).toBeGreaterThan(0);
    const forbidden = files.flatMap(importsOf).filter((one) => !isAllowed(layer, one));
    expect(forbidden.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('notices a forbidden import of each kind', () => {
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

  it('finds no circle of imports', () => {
    expect(circleIn(graph())).toEqual([]);
  });

  it('notices a circle of any length', () => {
    const circle = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['d']],
      ['d', ['e']],
      ['e', ['c', 'b']],
    ]);
    expect(circleIn(circle)).toEqual(['c', 'd', 'e', 'c']);
    expect(circleIn(new Map([...circle, ['e', ['b']]]))).toEqual([]);
  });

  it.each(['app', 'services'] as const)('the folders of %s import in one direction', (layer) => {
    expect(filesOf(layer).filter((file) => placeOf(file, layer) < 0)).toEqual([]);
    expect(upwardImports(graph(), layer)).toEqual([]);
  });

  it('notices an import that leads upwards, and server code that imports components', () => {
    const lines = [
      ['app/http/form.ts', 'app/middleware/headers.ts'],
      ['app/plans/banners.ts', 'app/components/storage-bar.tsx'],
      ['app/http/form.ts', 'app/middleware/context.ts'],
      ['app/components/storage-bar.tsx', 'app/plans/banners.ts'],
    ] as const;
    const found = lines.flatMap(([file, path]) => upwardImports(new Map([[file, [path]]]), 'app'));
    expect(found).toEqual(lines.slice(0, 2).map((line) => line.join(' -> ')));
  });

  it('finds no component that server code imports, not even its types', () => {
    const isPage = (file: string) =>
      file.endsWith('.tsx') &&
      (['app/routes', 'app/static-pages'].some((folder) => isBelow(file, folder)) || file === 'app/root.tsx');
    const found = filesOf('app')
      .filter((file) => !isPage(file) && !isBelow(file, 'app/components'))
      .flatMap(importsOf)
      .filter((one) => isBelow(ownPath(one) ?? '', 'app/components'));
    expect(found.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('finds no clock and no randomness in the domain', () => {
    const clocks = filesOf('domain').filter((file) =>
      /Date\.now\(|new Date\(\)|Math\.random|crypto\.|performance\./.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(clocks).toEqual([]);
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
