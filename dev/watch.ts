/** Builds again after a change, and restarts the processes whose sources changed. See docs/decisions/0001. */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, SOURCES, stampOf } from './build.ts';
import type { Part } from './part.ts';
import { RunFailed } from './run.ts';
import { say } from './terminal.ts';

/** Editors write several times; a checkout writes many files. */
const SETTLES_WITHIN = 300;

export interface Watched {
  part: Part;
  sources: keyof typeof SOURCES;
}

/**
 * @param watched each process with its sources
 * @param prepare builds and migrates, before the new version runs
 */
export function watchSources(watched: Watched[], prepare: () => Promise<void>): void {
  const running = new Map(watched.map(({ sources }) => [sources, stampOf(SOURCES[sources])]));
  const catchUp = async () => {
    const stamps = new Map(watched.map(({ sources }) => [sources, stampOf(SOURCES[sources])]));
    const stale = watched.filter(({ sources }) => stamps.get(sources) !== running.get(sources));
    if (stale.length === 0) return;
    try {
      await prepare();
    } catch (error) {
      say(`  ! The change cannot be built or migrated, so the last version goes on running:\n${wordsOf(error)}`);
      return;
    }
    for (const { sources } of stale) running.set(sources, stamps.get(sources) ?? '');
    for (const { part } of stale) {
      const failure = await part.restart().catch((error: Error) => error.message);
      say(failure ? `  ! ${failure} The next change starts it again.` : `  ✓ ${part.plan.name} runs the change.`);
    }
  };
  onChange(new Set(watched.flatMap(({ sources }) => SOURCES[sources])), catchUp);
}

/** Calls back after changes have settled; one that comes meanwhile is not lost. */
function onChange(sources: Set<string>, callBack: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  // Each folder by itself: a recursive watch loses sight of files that editors replace instead of writing into them.
  const watched = new Map<string, FSWatcher>();
  const watchFolders = () => {
    for (const folder of [...sources].flatMap(foldersOf)) {
      if (watched.has(folder)) continue;
      const watcher = watch(join(ROOT, folder), { persistent: false }, settle);
      watched.set(folder, watcher);
      watcher.once('error', () => watched.delete(folder));
    }
  };
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A file that is being moved may be gone in the middle of it; its move is a change again.
      last = last.then(callBack).catch((error: Error) => say(`  ! ${error.message}`));
      watchFolders();
    }, SETTLES_WITHIN);
  };
  watchFolders();
}

/** A folder and all below it. Single files lie in the root, where much else changes: they ask for a new start. */
function foldersOf(source: string): string[] {
  const path = join(ROOT, source);
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [source, ...inside.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))];
}

const wordsOf = (error: unknown) => (error instanceof RunFailed ? error.words : (error as Error).message);
