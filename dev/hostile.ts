/**
 * `npm run test:hostile`: attacks the built product, first by the tests that do, then by generated calls (fuzz.ts). It takes
 * less than five minutes; `npm test` runs the same tests among all others, but for those that need Python.
 */
import { spawn } from 'node:child_process';
import { ROOT } from './build.ts';

/** Each shows an attack that failed. */
export const ATTACKS = [
  'tests/accounts/confirm.db.test.ts',
  'tests/accounts/limits.mocked.db.test.ts',
  'tests/config/start.process.test.ts',
  'tests/db/roles.db.test.ts',
  'tests/deploy/compose-cis.test.ts',
  'tests/deploy/erased-accounts.db.test.ts',
  'tests/deploy/supply-chain.test.ts',
  'tests/faults/hostile-requests.fault.test.ts',
  'tests/http/accounts.http.test.ts',
  'tests/http/call-limits.http.test.ts',
  'tests/http/guards.http.test.ts',
  'tests/http/hidden-location.http.test.ts',
  'tests/http/limits.http.test.ts',
  'tests/http/secrets-in-logs.http.test.ts',
  'tests/http/security.http.test.ts',
  'tests/http/security-events.http.test.ts',
  'tests/http/sending-caps.http.test.ts',
  'tests/http/stop.http.test.ts',
  'tests/http/visitors-forms.http.test.ts',
  'tests/media/decoder.process.test.ts',
  'tests/media/location-work.test.ts',
  'tests/sealed/open-parcel.python.test.ts',
  'tests/vault/known-document.db.test.ts',
  'tests/vault/tampering.http.test.ts',
];

function exitCodeOf(...args: string[]): Promise<number> {
  return new Promise((resolve, reject) =>
    spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1)),
  );
}

if (import.meta.main)
  process.exitCode = (await exitCodeOf('dev/test.ts', ...ATTACKS)) || (await exitCodeOf('dev/fuzz.ts'));
