/** The decoder: a process without keys, database and network, which decodes files for the web process and the worker. */
import { readDecoderSocket } from '#config/env.ts';
import { serveDecoders } from '#services/media/decoder.ts';

serveDecoders(readDecoderSocket());
// Drawings in progress are repeated, so nothing is finished first.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
