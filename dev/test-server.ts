/** The engine's test server, which skips time: found, installed by Maven, or downloaded by the SDK. */
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './binaries.ts';
import { run } from './run.ts';

const VERSION = '1.38.0';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>stillhere</groupId><artifactId>test-server</artifactId><version>1</version><dependencies>
<dependency><groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.16</version></dependency>
</dependencies></project>`;

/**
 * @returns the executable for `TestWorkflowEnvironment.createTimeSkipping`; undefined without Java or Maven, and then the
 *   SDK downloads one
 */
export async function timeSkippingServer(): Promise<{ type: 'existing-path'; path: string } | undefined> {
  const named = process.env.TEMPORAL_TEST_SERVER;
  if (named) return { type: 'existing-path', path: named };
  const folder = join(cacheFolder(), `temporal-test-server-${VERSION}`);
  const path = join(folder, 'test-server');
  if (
    !(await access(path, constants.X_OK).then(
      () => true,
      () => false,
    ))
  ) {
    if (!(await install(folder, path))) return undefined;
  }
  return { type: 'existing-path', path };
}

/** @returns whether it succeeded */
async function install(folder: string, path: string): Promise<boolean> {
  await mkdir(cacheFolder(), { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    await run('java', ['-version']);
    await writeFile(join(aside, 'pom.xml'), POM);
    await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: aside });
    await writeFile(
      join(aside, 'test-server'),
      `#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -Xshare:auto -cp '${folder}/lib/*' io.temporal.testserver.TestServer "$1"\n`,
    );
    await chmod(join(aside, 'test-server'), 0o755);
    await rename(aside, folder).catch(() => access(path, constants.X_OK));
    return true;
  } catch {
    return false;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
