import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePorts } from '#dev/ports.ts';
import { run } from '#dev/run.ts';

/** Of 12,000: without a record of those that are taken, two processes would choose some ports twice. */
const PORTS = 300;
const CHOOSE = `import('#dev/ports.ts').then(async (ports) => console.log(JSON.stringify(await ports.freePorts(${PORTS}))))`;

it('never chooses a port that another process of ours has chosen, although nothing listens on it yet', async () => {
  const own = await freePorts(PORTS);
  const cwd = join(import.meta.dirname, '../..');
  const others: number[] = JSON.parse(await run('node', ['--input-type=module', '-e', CHOOSE], { cwd }));
  expect(new Set([...own, ...others]).size).toBe(2 * PORTS);
  expect(new Set([...own, ...(await freePorts(PORTS))]).size).toBe(2 * PORTS);
});
