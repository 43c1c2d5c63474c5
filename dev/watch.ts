/** After a change, builds again and restarts the processes whose sources changed. See docs/decisions/0001. */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, SOURCES, stampOf } from './build.ts';
import type { Part } from './part.ts';
import { RunFailed } from './run.ts';
import { say } from './terminal.ts';

/** How long to wait for further changes, in milliseconds: editors write several times, and a checkout many files. */
const SETTLE_TIME = 300;

/** A process to restart. */
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
      say(`  ! The change cannot be built or migrated, so the last version keeps running:\n${outputOf(error)}`);
      return;
    }
    for (const { sources } of stale) running.set(sources, stamps.get(sources) ?? '');
    for (const { part } of stale) {
      const failure = await part.restart().catch((error: Error) => error.message);
      say(failure ? `  ! ${failure} The next change starts it again.` : `  ✓ ${part.plan.name} runs the new version.`);
    }
  };
  onChange(new Set(watched.flatMap(({ sources }) => SOURCES[sources])), catchUp);
}

/** Calls back when no more changes follow; a change during the call leads to another call. */
function onChange(sources: Set<string>, callBack: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  // Each folder by itself: a recursive watch loses files that editors replace instead of overwriting.
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
      // A file may be missing while it is being moved; the end of the move is another change.
      last = last.then(callBack).catch((error: Error) => say(`  ! ${error.message}`));
      watchFolders();
    }, SETTLE_TIME);
  };
  watchFolders();
}

/** @returns a folder and all folders in it; nothing for a file, since the root has too many other changes */
function foldersOf(source: string): string[] {
  const path = join(ROOT, source);
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [source, ...inside.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))];
}

const outputOf = (error: unknown) => (error instanceof RunFailed ? error.output : (error as Error).message);
