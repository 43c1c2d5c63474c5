/** The list of everything that we deliver, for programs that look for vulnerabilities and licences. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT, read } from './compose-file.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
interface Component {
  name: string;
  purl: string;
  hashes?: { alg: string }[];
  properties?: { name: string }[];
}
interface Bom {
  bomFormat: string;
  metadata: { component: { type: string; purl: string } };
  components: Component[];
}

const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');

function purlOf([name, version = '']: [string, string]): string {
  const [, alias = `${name}@${version}`] = /^npm:(.*)$/.exec(version) ?? [];
  return `pkg:npm/${alias.replace(/^@/, '%40')}`;
}

test('`npm run sbom` lists in CycloneDX what we deliver, and marks what we only develop with', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    // It needs no network.
    env: { ...process.env, npm_config_offline: 'true' },
  });
  const bom = JSON.parse(text) as Bom;
  expect(bom.bomFormat).toBe('CycloneDX');
  const product = { type: 'application', purl: expect.stringMatching(/^pkg:npm\/stillhere@/) };
  expect(bom.metadata.component).toMatchObject(product);

  const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json')) as Manifest;
  const of = (isDevelopment: boolean) =>
    new Set(bom.components.filter((one) => isForDevelopment(one) === isDevelopment).map(({ purl }) => purl));
  const delivered = of(false);
  const developed = of(true);
  expect(
    Object.entries(dependencies)
      .map(purlOf)
      .filter((purl) => !delivered.has(purl)),
  ).toEqual([]);
  const tools = Object.entries(devDependencies).filter(([name]) =>
    ['vitest', 'vite', 'playwright-core'].includes(name),
  );
  expect(tools.map(purlOf).filter((purl) => !developed.has(purl))).toEqual([]);

  const unhashed = bom.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512');
  expect(unhashed.map(({ name }) => name)).toEqual(['simulators']);
});
