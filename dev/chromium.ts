/** A browser for the browser tests and the screenshots: found, installed by the system, or by Playwright. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ROOT } from './build.ts';
import { run } from './run.ts';
import { Plain } from './terminal.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What a browser needs so that it runs without a screen, as root too, and speaks to nobody but us. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** @returns the browser's path: CHROMIUM_BIN, one on the PATH, or Playwright's own; null where there is none yet */
async function chromiumPath(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [
    process.env.CHROMIUM_BIN ?? '',
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    chromium.executablePath(),
  ];
  for (const place of places.filter(Boolean))
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
 * Sees to it that there is one.
 * @throws Plain when neither the system nor Playwright could install it
 */
export async function ensureChromium(progress: (detail: string) => void): Promise<string> {
  const found = await chromiumPath();
  if (found) return found;
  const failures: string[] = [];
  for (const [what, install] of WAYS) {
    progress(what);
    const failure = await install().then(
      () => null,
      (error: Error) => error.message,
    );
    const now = await chromiumPath();
    if (now) return now;
    failures.push(`${what}: ${failure ?? 'it is still not there'}`);
  }
  throw new Plain(
    `Chromium is needed for the browser tests and could not be installed (${failures.join('; ')}): install it, or set CHROMIUM_BIN to its path.`,
  );
}

/**
 * Starts it, for tests and screenshots.
 * @throws Plain when there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromiumPath();
  if (!executablePath)
    throw new Plain('There is no Chromium here: run "npm test", which installs it, or set CHROMIUM_BIN to its path.');
  return chromium.launch({ executablePath, args: FLAGS });
}

const WAYS: [string, () => Promise<unknown>][] = [
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
