/** The SHA-256 of each file of a build, so that two builds can be compared, and a release with what a server sends. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By path below the build's folder, with forward slashes: the hash in hex. */
export type Hashes = ReadonlyMap<string, string>;

/** What else is written below the build's folder: reports of tests, caches and notes of our own. */
const NOT_BUILT = /^(tests\/|compile-cache\/|\.|SHA256SUMS$)/;

/** @param folder of a build */
export function hashesOf(folder: string): Hashes {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !NOT_BUILT.test(path))
    .sort();
  return new Map(paths.map((path) => [path, sha256(readFileSync(join(folder, path)))]));
}

/** @returns the files that are not in both builds with the same bytes */
export function differences(one: Hashes, other: Hashes): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).sort();
}

/** @returns the list as `sha256sum -c` reads it */
export function sumsOf(hashes: Hashes): string {
  return [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('');
}

/**
 * Adds a release to the document of releases, above the older ones; one of the same version is replaced.
 * @param scripts the files that seal and open
 */
export function withRelease(
  document: string,
  release: { version: string; node: string; hashes: Hashes; scripts: readonly string[] },
): string {
  const [introduction, ...sections] = document.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${release.version}\n`));
  return [`${introduction?.trimEnd()}\n`, sectionOf(release), ...others.map((other) => `${other.trimEnd()}\n`)].join(
    '\n',
  );
}

function sectionOf({ version, node, hashes, scripts }: Parameters<typeof withRelease>[1]): string {
  const rows = scripts.map((path) => `| ${path} | ${hashes.get(path)} |`);
  return [
    `## ${version}`,
    '',
    `Built with Node ${node}: ${hashes.size} files. The SHA-256 of their list (\`build/SHA256SUMS\`) is ${sha256(sumsOf(hashes))}.`,
    '',
    '| file below build | SHA-256 |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
