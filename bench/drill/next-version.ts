/**
 * The next version of the drill: a copy of this checkout with a changed workflow and a migration. The changes are made in
 * the text, at places that stay: a patch file would have to be made again with each new migration.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#dev/build.ts';
import { run } from '#dev/run.ts';

/** A text that is in the file once, and what takes its place. */
interface Change {
  file: string;
  find: string;
  put: string;
}

const MIGRATION = '0900-drill';
/** The name of the change in the histories of runs. */
export const PATCH = 'drill';
const DELIVER = '    const result = await CancellationScope.nonCancellable(() => deliver({ deliveryId, revision }));';

/** New files: a column on the busiest table, added while people read and write. */
export const NEW_FILES: Record<string, string> = {
  [`db/migrations/${MIGRATION}.ts`]: `import { Migration } from '@mikro-orm/migrations';

export class Migration0900 extends Migration {
  override up(): void {
    this.addSql('alter table deliveries add column drilled_at timestamptz');
  }
}
`,
};

export const CHANGES: readonly Change[] = [
  {
    file: 'db/migrations/list.ts',
    find: '\n/** Which of them were applied',
    put: `import { Migration0900 } from './${MIGRATION}.ts';\n\n/** Which of them were applied`,
  },
  { file: 'db/migrations/list.ts', find: '\n];\n', put: `\n  { name: '${MIGRATION}', class: Migration0900 },\n];\n` },
  {
    file: 'workflows/delivery.workflow.ts',
    find: '  continueAsNew,\n  isCancellation,\n',
    put: '  continueAsNew,\n  isCancellation,\n  patched,\n  upsertMemo,\n',
  },
  // Another command before the delivery: a version without it cannot replay the run.
  {
    file: 'workflows/delivery.workflow.ts',
    find: DELIVER,
    put: `    if (patched('${PATCH}')) upsertMemo({ drilled: true });\n${DELIVER}`,
  },
];

/** @returns the text with the change @throws Error if its place is not there exactly once */
export function changed(text: string, { file, find, put }: Change): string {
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(
      `${file} has ${parts.length - 1} times the place of a change (bench/drill/next-version.ts): ${find}`,
    );
  return parts.join(put);
}

/** What runs, and what it is built from. */
const COPIED = [
  ...['adapters', 'app', 'build', 'config', 'db', 'dev', 'domain', 'messages', 'public', 'services', 'simulators'],
  ...['tests', 'worker', 'workflows', 'package.json', 'package-lock.json', 'tsconfig.json'],
];
/** What a process has made for itself. */
const LEFT_OUT = new Set([join('build', 'compile-cache'), join('build', 'workflows.js')]);

/** Makes it. @param folder which is made anew @returns when the workflows are bundled */
export async function makeNextVersion(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const present = new Set(readdirSync(ROOT));
  for (const name of COPIED.filter((one) => present.has(one)))
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(source.slice(ROOT.length + 1)),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(NEW_FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const change of CHANGES) {
    const file = join(folder, change.file);
    writeFileSync(file, changed(readFileSync(file, 'utf8'), change));
  }
  await run(process.execPath, [join(folder, 'worker/bundle-workflows.ts')], { cwd: folder });
}
