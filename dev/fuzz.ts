/**
 * `npm run test:fuzz`: the built app against its own description, by a program that makes up thousands of calls. It
 * finds what fails on our side, and every answer that the OpenAPI document does not promise.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newClient } from '#tests/api/client.ts';
import { startTestServices } from '#tests/harness/start-services.ts';
import { startWithVendors } from '#tests/http/vendors.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { run } from './run.ts';
import { ensureSchemathesis } from './schemathesis.ts';
import { Plain, say, step } from './terminal.ts';

/** Another one finds other things; this one finds the same today and tomorrow. */
const SEED = '20261121';
const EXAMPLES = '12';
/** How long it goes on, in seconds: most of it for what one session can call. */
const LONG = '60';
const SHORT = '10';
/** What it found last time would be tried first: each run begins from nothing. */
const WORK = join(ROOT, '.stillhere', 'fuzz');

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
  'use_after_free',
  'ignored_auth',
];
/** The schema of OpenAPI itself, which Schemathesis brings. */
const IS_OPENAPI = `
import json
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR
OPENAPI_31_VALIDATOR.validate(json.load(open("openapi.json")))
`;
/** They end the session that everything else is called with: tried for themselves, without one. */
const LAST_CALLS = ['logout', 'deleteAccount'];

async function requireOpenApi(program: string, address: string): Promise<void> {
  writeFileSync(join(WORK, 'openapi.json'), await (await fetch(address)).text());
  await run(join(dirname(program), 'python'), ['-c', IS_OPENAPI], { cwd: WORK });
}

function fuzz(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) =>
    spawn(program, ['run', ...args], { cwd: WORK, stdio: 'inherit' })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1)),
  );
}

async function main(): Promise<number> {
  const program = await step('Schemathesis', ensureSchemathesis);
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
      await step('the description is one of OpenAPI 3.1', () => requireOpenApi(program, document));
      const token = ['-H', `Authorization: Bearer ${client.token}`];
      const without = LAST_CALLS.flatMap((id) => ['--exclude-operation-id', id]);
      const found = await fuzz(program, [document, ...common, ...without, ...token, '--max-time', LONG]);
      const last = LAST_CALLS.flatMap((id) => ['--include-operation-id', id]);
      const brief = ['--phases', 'examples,fuzzing', '--max-time', SHORT];
      return found || (await fuzz(program, [document, ...common, ...last, ...brief]));
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
    say(`\n✗ ${error instanceof Plain ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
