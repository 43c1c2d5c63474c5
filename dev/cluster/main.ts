/**
 * `npm run cluster`: the documented way to outgrow a machine, on this one. Two web processes behind a proxy with TLS, three
 * workers, the four roles of Temporal's server as processes of their own on Postgres, the object store and the simulators.
 *
 *   npm run cluster              starts with the data of the last time
 *   npm run cluster -- --reset   deletes the data first
 */
import { readOptions } from '../options.ts';
import { openStack, runStack } from '../run-stack.ts';
import { announceReady, say } from '../terminal.ts';
import { ROLES, readCluster } from './environment.ts';
import { startCluster } from './start.ts';

runStack(async () => {
  const options = readOptions(process.argv.slice(2), 'cluster', ['reset']);
  say('Starting Stillhere as a cluster on this machine.');
  const cluster = readCluster(process.env);
  const { local, ports } = cluster;
  const stack = await openStack(local.homeFolder, options);
  const { env } = await startCluster(stack, cluster);
  announceReady(env.appOrigin, [
    ['the app', `${env.appOrigin}   (the certificate is made here: let the browser go on)`],
    ['the proxy sees', `http://localhost:${ports.control}`],
    ...ports.webs.map((port, n): [string, string] => [`web process ${n + 1}`, `http://localhost:${port}/readyz`]),
    ...ports.workers.map((port, n): [string, string] => [`worker ${n + 1}`, `http://localhost:${port}/metrics`]),
    ['the inbox', `http://localhost:${local.ports.simulator}`],
    ...ROLES.map((role): [string, string] => [`Temporal ${role}`, `127.0.0.1:${ports.roles[role].rpc}`]),
    ['Postgres', `postgres://stillhere@127.0.0.1:${local.ports.postgres}/stillhere`],
    ['object store', `http://127.0.0.1:${local.ports.objects}`],
    ['operators', `STILLHERE_HOME=${local.homeFolder} npm run backup -- <folder>`],
  ]);
  return null;
});
