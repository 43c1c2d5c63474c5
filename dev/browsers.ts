/** The browsers for tests and screenshots: found, or installed by the system or by their driver. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import puppeteer, { type Browser as FirefoxBrowser } from 'puppeteer-core';
import { cacheFolder } from './binaries.ts';
import { ROOT } from './build.ts';
import { run } from './run.ts';
import { ExplainedError } from './terminal.ts';

interface Source {
  title: string;
  /** The environment variable with its path. */
  variable: string;
  /** On the PATH. */
  names: readonly string[];
  debianPackage: string;
  /** @returns the path of what its driver installs, which may not be there yet */
  fromDriver(): Promise<string>;
  installFromDriver(): Promise<unknown>;
}

const MODULES = join(ROOT, 'node_modules');

const CHROMIUM: Source = {
  title: 'Chromium',
  variable: 'CHROMIUM_BIN',
  // The first has no windows, which saves more than a third of the work.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debianPackage: 'chromium-headless-shell',
  fromDriver: async () => chromium.executablePath(),
  installFromDriver: () =>
    run(process.execPath, [join(MODULES, 'playwright-core/cli.js'), 'install', '--with-deps', 'chromium']),
};

/** Puppeteer's installer, with its folder for all checkouts. */
const puppeteerBrowsers = (...args: string[]) =>
  run(process.execPath, [
    ...[join(MODULES, '@puppeteer/browsers/lib/main-cli.js'), ...args],
    ...['--path', join(cacheFolder(), 'browsers')],
  ]);

const FIREFOX: Source = {
  title: 'Firefox',
  variable: 'FIREFOX_BIN',
  names: ['firefox-esr', 'firefox'],
  debianPackage: 'firefox-esr',
  // "firefox@stable_150.0 (linux) /home/ana/.cache/stillhere/browsers/firefox/…"
  fromDriver: async () => /^firefox@\S+ \(\w+\) (.+)$/m.exec(await puppeteerBrowsers('list'))?.[1] ?? '',
  installFromDriver: () => puppeteerBrowsers('install', 'firefox@stable'),
};

/**
 * Finds Chromium, or installs it.
 * @returns its path
 * @throws ExplainedError when neither the system nor its driver could install it
 */
export const ensureChromium = (progress: (detail: string) => void) => ensure(CHROMIUM, progress);

/** The same for Firefox. */
export const ensureFirefox = (progress: (detail: string) => void) => ensure(FIREFOX, progress);

async function ensure(source: Source, progress: (detail: string) => void): Promise<string> {
  const found = await pathOf(source);
  if (found) return found;
  const failures: string[] = [];
  const installers = [
    ['installing the Debian package', () => installPackage(source.debianPackage)],
    ['downloading the one of its driver', source.installFromDriver],
  ] as const;
  for (const [what, install] of installers) {
    progress(what);
    const failure = await install().then(
      () => null,
      (error: Error) => error.message,
    );
    const now = await pathOf(source);
    if (now) return now;
    failures.push(`${what}: ${failure ?? 'it was not found afterwards'}`);
  }
  throw new ExplainedError(
    `${source.title} is needed for the browser tests and could not be installed (${failures.join('; ')}): install it, or set ${source.variable} to its path.`,
  );
}

/** @returns the path that its variable names, of a browser on the PATH, or of the driver's own; null without one */
async function pathOf({ variable, names, fromDriver }: Source): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    process.env[variable] ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ];
  for (const place of candidates) if (await isProgram(place)) return place;
  const own = await fromDriver();
  return (await isProgram(own)) ? own : null;
}

async function isProgram(place: string): Promise<boolean> {
  if (place === '') return false;
  return access(place, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function installPackage(name: string): Promise<void> {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', name);
}

/** Runs without a screen, also as root, and sends no requests of its own. */
const CHROMIUM_FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * Starts Chromium for tests and screenshots.
 * @param flags besides the usual ones
 * @throws ExplainedError when it is not installed
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await installed(CHROMIUM), args: [...CHROMIUM_FLAGS, ...flags] });
}

/**
 * Starts Firefox for tests, as Mozilla or Debian made it.
 * @throws ExplainedError when it is not installed
 */
export async function launchFirefox(): Promise<FirefoxBrowser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: await installed(FIREFOX),
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
}

async function installed(source: Source): Promise<string> {
  const path = await pathOf(source);
  if (path) return path;
  throw new ExplainedError(
    `${source.title} is not installed: run "npm test", which installs it, or set ${source.variable} to its path.`,
  );
}
