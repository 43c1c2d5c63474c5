/** The Nu HTML checker, which is the HTML standard as a program. It starts slowly, so it gets many pages at once. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findJava } from '#dev/java.ts';
import { run } from '#dev/run.ts';

const JAR = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
/** It is done in seconds: a compiler that optimizes would cost more than it saves. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m'];

interface Finding {
  url: string;
  message: string;
  /** The markup that it is about. */
  extract?: string;
}

/**
 * Checks pages in one run.
 * @param pages the HTML of each, by its name
 * @returns each error with the name of its page
 */
export async function htmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stillhere-html-'));
  const names = [...pages.keys()];
  try {
    const files = await Promise.all(
      [...pages.values()].map(async (html, index) => {
        const file = join(folder, `${index}.html`);
        await writeFile(file, html);
        return file;
      }),
    );
    const java = process.env.JAVA_BIN ?? (await findJava());
    const options = ['--format', 'json', '--stdout', '--errors-only', '--exit-zero-always'];
    const report = JSON.parse(await run(java, [...QUICK, '-jar', JAR, ...options, ...files])) as {
      messages: Finding[];
    };
    return report.messages.map(({ url, message, extract = '' }) =>
      [names[Number.parseInt(basename(url), 10)], message, extract].join(': '),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
