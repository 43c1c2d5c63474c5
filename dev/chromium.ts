/** The browser for browser tests and screenshots: found, or installed by the system or by Playwright. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ROOT } from './build.ts';
import { run } from './run.ts';
import { ExplainedError } from './terminal.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Runs without a screen, also as root, and sends no requests of its own. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** @returns the path of CHROMIUM_BIN, of a browser on the PATH, or of Playwright's own; null without one */
async function chromiumPath(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    process.env.CHROMIUM_BIN ?? '',
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    chromium.executablePath(),
  ];
  for (const place of candidates.filter(Boolean))
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return place;
  return null;
}

/**
 * Finds Chromium, or installs it.
 * @throws ExplainedError when neither the system nor Playwright could install it
 */
export async function ensureChromium(progress: (detail: string) => void): Promise<string> {
  const found = await chromiumPath();
  if (found) return found;
  const failures: string[] = [];
  for (const [what, install] of INSTALLERS) {
    progress(what);
    const failure = await install().then(
      () => null,
      (error: Error) => error.message,
    );
    const now = await chromiumPath();
    if (now) return now;
    failures.push(`${what}: ${failure ?? 'it was not found afterwards'}`);
  }
  throw new ExplainedError(
    `Chromium is needed for the browser tests and could not be installed (${failures.join('; ')}): install it, or set CHROMIUM_BIN to its path.`,
  );
}

/**
 * Starts Chromium for tests and screenshots.
 * @throws ExplainedError when it is not installed
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromiumPath();
  if (!executablePath)
    throw new ExplainedError(
      'Chromium is not installed: run "npm test", which installs it, or set CHROMIUM_BIN to its path.',
    );
  return chromium.launch({ executablePath, args: FLAGS });
}

const INSTALLERS: [string, () => Promise<unknown>][] = [
  [
    'installing the Debian package',
    async () => {
      const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
      const apt = (...args: string[]) => {
        const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args];
        return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
      };
      await apt('update');
      await apt('install', '-y', '--no-install-recommends', 'chromium');
    },
  ],
  [
    'installing Playwright’s own',
    () =>
      run(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', '--with-deps', 'chromium']),
  ],
];
