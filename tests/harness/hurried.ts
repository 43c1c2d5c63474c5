/**
 * Loaded before a process under test: its minutes last a second and a half, so that a test can wait for what takes
 * minutes. Nothing else changes: its clock and the database's run as usual, and a connection may be idle for a real
 * minute, because a busy machine takes more than a second and a half to save a file.
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

syncBuiltinESMExports();
