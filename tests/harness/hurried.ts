/**
 * Loaded before a process under test: its minutes last a second and a half, so that a test can wait for what takes
 * minutes. Nothing else changes: its clock and the database's run as usual.
 */
import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { HURRY } from './hurry.ts';

/** Node's default limit for a request, in milliseconds. */
const REQUEST_TIMEOUT = 300_000;

const now = performance.now.bind(performance);
performance.now = () => now() * HURRY;

const { createServer } = http;
http.createServer = ((options: ServerOptions, listener: RequestListener) =>
  createServer(
    {
      ...options,
      headersTimeout: (options.headersTimeout ?? REQUEST_TIMEOUT) / HURRY,
      requestTimeout: (options.requestTimeout ?? REQUEST_TIMEOUT) / HURRY,
      connectionsCheckingInterval: 100,
    },
    listener,
  )) as typeof createServer;

const { setTimeout: cutWhenQuietFor } = http.Server.prototype;
http.Server.prototype.setTimeout = function (this: http.Server, milliseconds: number) {
  return Reflect.apply(cutWhenQuietFor, this, [milliseconds / HURRY]);
} as typeof cutWhenQuietFor;

syncBuiltinESMExports();
