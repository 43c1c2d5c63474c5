/** The engine as a process that a test may kill and start again, and a client for it. */
import { Client, Connection } from '@temporalio/client';
import { answersOn, freePorts } from '#dev/ports.ts';
import { TestProcess } from './process.ts';

/** Of the question whether it is ready, which is repeated. In milliseconds. */
const READY_WITHIN = 2_000;
/** Longer than a test: a busy machine may take its time. In milliseconds. */
const CONNECT_WITHIN = 300_000;

export interface TestEngine {
  process: TestProcess;
  address: string;
}

/**
 * Prepares an engine; `process` starts it.
 * @param file its store, which outlives the process
 */
export async function prepareEngine(options: {
  name?: string;
  command: string;
  file: string;
  namespace?: string;
}): Promise<TestEngine> {
  const { name = 'the engine', command, file, namespace = 'default' } = options;
  const [port = 0] = await freePorts(1);
  const address = `127.0.0.1:${port}`;
  const settings = ['--port', `${port}`, '--headless', '--namespace', namespace, '--log-level', 'error'];
  const store = ['--db-filename', file, ...['journal_mode=wal', 'synchronous=off'].flatMap(pragma)];
  const engine = new TestProcess({
    name,
    command,
    args: ['server', 'start-dev', ...settings, ...store],
    isReady: async () => (await answersOn(port)) && (await hasNamespace(address, namespace)),
  });
  return { process: engine, address };
}

/** The operating system has what a killed engine wrote: only a power cut would lose it. */
const pragma = (setting: string) => ['--sqlite-pragma', setting];

/** The engine listens a moment before it answers calls. */
function hasNamespace(address: string, namespace: string): Promise<boolean> {
  return withClient({ address, namespace, within: READY_WITHIN }, ({ workflowService }) =>
    workflowService.describeNamespace({ namespace }).then(() => true),
  );
}

/** @returns what `use` gives; the client is closed after it */
export async function withClient<T>(
  { address, namespace = 'default', within = CONNECT_WITHIN }: { address: string; namespace?: string; within?: number },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address, connectTimeout: within });
  try {
    return await use(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
