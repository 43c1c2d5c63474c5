/** Lighthouse on the pages that people see first, on a simulated slow phone. */

import { ensureChromium } from '#dev/browsers.ts';
import { run } from '#dev/run.ts';
import { say, step } from '#dev/terminal.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { Visitor } from '#tests/http/visitor.ts';
import { startWeb } from '#tests/recipient/web.ts';

/** Fetched on demand: two hundred packages are too many for people who only run the tests. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** One run proves little; the median of these is shown. */
const RUNS = 3;
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

type Scores = Record<keyof typeof GOALS, number>;
const CATEGORIES = Object.keys(GOALS) as (keyof Scores)[];

interface Visit {
  url: string;
  cookie?: string;
  /** Audits that demand what this page must not do. */
  without?: string;
}

/**
 * Each page of the built product, several times.
 * @returns whether the middle run of each reaches the goals
 */
export async function measurePages(services: TestServices): Promise<boolean> {
  const chromium = await step('Chromium', ensureChromium);
  const web = await startWeb(services);
  try {
    const visits: Record<string, Visit> = {
      landing: { url: `${web.origin}/` },
      'sign-in': { url: `${web.origin}/auth` },
      shared: { url: `${web.origin}/shared` },
      // A letter is not for search engines: it asks them to stay away, and its policy allows no fetches.
      recipient: { url: web.delivery('onThePlatform').link, without: 'is-crawlable,robots-txt' },
      dashboard: { url: `${web.origin}/dashboard`, cookie: await signedIn(web.origin) },
    };
    const rows: (Scores & { page: string; runs: string })[] = [];
    for (const [page, visit] of Object.entries(visits)) {
      const runs: Scores[] = [];
      for (let count = 0; count < RUNS; count++) runs.push(await step(page, () => look(chromium, visit)));
      runs.sort((one, other) => one.performance - other.performance);
      const middle = runs[Math.floor(RUNS / 2)];
      if (middle) rows.push({ page, ...middle, runs: runs.map(({ performance }) => performance).join(' ') });
    }
    console.table(rows);
    const areGoalsMet = rows.every((row) => CATEGORIES.every((category) => row[category] >= GOALS[category]));
    say(areGoalsMet ? 'Goals met.' : `GOALS NOT MET: ${JSON.stringify(GOALS)}.`);
    return areGoalsMet;
  } finally {
    await web.stop();
  }
}

/** @returns the scores of one visit, of 100 each; tries again when Lighthouse loses its own trace, which can happen */
async function look(chromium: string, visit: Visit): Promise<Scores> {
  const report = await lighthouse(chromium, visit).catch(() => lighthouse(chromium, visit));
  const { categories } = JSON.parse(report) as { categories: Record<keyof Scores, { score: number | null }> };
  const score = (category: keyof Scores) => Math.round((categories[category].score ?? 0) * 100);
  return Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Scores;
}

/**
 * @returns its report, JSON
 * @throws RunFailed with its output
 */
function lighthouse(chromium: string, { url, cookie, without }: Visit): Promise<string> {
  return run(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet', '--output=json'],
      ...[`--only-categories=${CATEGORIES.join(',')}`, '--chrome-flags=--headless --no-sandbox'],
      ...(cookie ? ['--extra-headers', JSON.stringify({ cookie })] : []),
      ...(without ? [`--skip-audits=${without}`] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  );
}

/** @returns the cookies of the demo account, as a browser sends them */
async function signedIn(origin: string): Promise<string> {
  const person = new Visitor(origin);
  await person.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  return [...person.cookies].map((pair) => pair.join('=')).join('; ');
}
