/** The smallest app of the framework, as a process: what each request costs before any work of ours. */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { createRequestListener } from '@react-router/node';

const [buildPath = '', port] = process.argv.slice(2);
const build = await import(pathToFileURL(buildPath).href);
createServer(createRequestListener({ build })).listen(Number(port), '127.0.0.1');
