/**
 * The last part of `npm run test:hostile`: Schemathesis generates thousands of calls to the built app. It finds errors of the server, and every
 * answer that the OpenAPI document does not describe.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runnerImport } from 'vite';
import { startTestServices } from '#tests/harness/start-services.ts';
import { startWithVendors } from '#tests/http/vendors.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { ensurePythonPackage, SCHEMATHESIS } from './python.ts';
import { run } from './run.ts';
import { ExplainedError, say, step } from './terminal.ts';

// By Vite: the operations of the API render pages, which are JSX.
const { newClient } = (
  await runnerImport<typeof import('#tests/api/client.ts')>('/tests/api/client.ts', { configFile: false })
).module;

/** A fixed seed makes each run the same. */
const SEED = '20261121';
const EXAMPLES = '12';
/** In seconds. */
const TIME_WITH_SESSION = '60';
const TIME_WITHOUT_SESSION = '10';
/** Emptied at each start: Schemathesis would repeat its earlier findings first. */
const WORK = join(ROOT, '.stillhere', 'fuzz');

// Without `use_after_free`: it takes the list of earlier versions, which is empty after they were deleted, for a deleted thing
// that is still there. tests/api/content-calls.http.test.ts asks for what was deleted.
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];
/** Validates the document against the schema of OpenAPI, which Schemathesis has. */
const VALIDATE_OPENAPI = `
import json
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR
OPENAPI_31_VALIDATOR.validate(json.load(open("openapi.json")))
`;
/** They end the session of all other calls, so they are called without one. */
const SESSION_ENDING_CALLS = ['logout', 'deleteAccount'];

async function requireOpenApi(program: string, address: string): Promise<void> {
  writeFileSync(join(WORK, 'openapi.json'), await (await fetch(address)).text());
  await run(join(dirname(program), 'python'), ['-c', VALIDATE_OPENAPI], { cwd: WORK });
}

function fuzz(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) =>
    spawn(program, ['run', ...args], { cwd: WORK, stdio: 'inherit' })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1)),
  );
}

async function main(): Promise<number> {
  const programs = await step('Schemathesis', (progress) => ensurePythonPackage(SCHEMATHESIS, progress));
  const program = join(programs, 'schemathesis');
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  await step('the build', buildIfChanged);
  const services = await step('a database and an object store', startTestServices);
  try {
    const { web, stop } = await startWithVendors({}, services);
    try {
      const client = await newClient(web);
      const common = [
        ...['--checks', CHECKS.join(','), '--seed', SEED, '--max-examples', EXAMPLES],
        ...['--generation-database', 'none', '--warnings', 'off', '--no-color', '--continue-on-failure'],
      ];
      const document = `${web.origin}/api/openapi.json`;
      await step('the description is valid OpenAPI 3.1', () => requireOpenApi(program, document));
      const token = ['-H', `Authorization: Bearer ${client.token}`];
      const exclusions = SESSION_ENDING_CALLS.flatMap((id) => ['--exclude-operation-id', id]);
      const exitCode = await fuzz(program, [
        document,
        ...common,
        ...exclusions,
        ...token,
        '--max-time',
        TIME_WITH_SESSION,
      ]);
      const inclusions = SESSION_ENDING_CALLS.flatMap((id) => ['--include-operation-id', id]);
      const brief = ['--phases', 'examples,fuzzing', '--max-time', TIME_WITHOUT_SESSION];
      return exitCode || (await fuzz(program, [document, ...common, ...inclusions, ...brief]));
    } finally {
      await stop();
    }
  } finally {
    await services.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(`\n✗ ${error instanceof ExplainedError ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
