/** What no file of the product does, because one careless line of it would undo a protection of docs/security.md. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['adapters', 'app', 'config', 'db', 'domain', 'messages', 'services', 'worker', 'workflows'];
const SOURCES = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
  { cwd: ROOT },
).map((path) => ({ path, code: withoutComments(readFileSync(resolve(ROOT, path), 'utf8')) }));

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Each with a line that has it, and the files that may. */
const DANGERS: Record<string, { pattern: RegExp; example: string; allowed?: readonly string[] }> = {
  'runs a text as a program': {
    pattern: /\beval\(|\bnew Function\(|from 'node:vm'/,
    example: 'eval(letter)',
  },
  'starts a shell': {
    pattern: /\bexec(?:Sync)?\(\s*[`'"]|\bshell:\s*true|\{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/,
    example: "import { execSync } from 'node:child_process'",
  },
  'writes HTML that it did not escape': {
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/,
    example: 'element.innerHTML = title',
    // The column of a mail, and a recipient's page in another language: React has rendered and escaped both.
    allowed: ['app/static-pages/preview-page.tsx', 'services/mails/document.server.ts'],
  },
  'trusts any certificate, or goes back to an old TLS': {
    pattern: /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|minVersion|secureProtocol/,
    example: 'new Agent({ rejectUnauthorized: false })',
  },
  'uses randomness that can be guessed': { pattern: /\bMath\.random\b/, example: 'Math.random()' },
  'uses a broken hash or cipher': {
    pattern: /['"](?:md4|md5|sha-?1|rc4|(?:aes|des|camellia)-[\w-]*(?:ecb|cbc))['"]/i,
    example: "createHash('md5')",
  },
  'hashes without a key': {
    pattern: /\bcreateHash\(/,
    example: "createHash('sha256').update(letter)",
    // Of what cannot be guessed: 32 random bytes, what is hashed with a key at once, a backup's own files, a password's verifier, our own script, and the record, which anyone has to be able to check.
    allowed: [
      'adapters/google.ts',
      'app/contents/upload.ts',
      'app/sealed/build-open-page.ts',
      'app/sealed/build-scripts.ts',
      'db/roles.ts',
      'services/accounts/sessions.ts',
      'services/backup/files.ts',
      'services/backup/manifest.ts',
      'services/contents/receive-file.ts',
      'services/record/check.ts',
      'services/record/merkle.ts',
      'services/thumbnails/jpeg-copy-job.ts',
    ],
  },
  'takes messages from other windows': {
    pattern: /\bwindow\.(?:addEventListener\('message'|onmessage|postMessage|opener)/,
    example: "window.addEventListener('message', take)",
  },
};

test.each(Object.entries(DANGERS))('no file of the product %s', (_, { pattern, example, allowed = [] }) => {
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(example).toMatch(pattern);
  const found = SOURCES.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
  expect(found.sort()).toEqual([...allowed].sort());
});
