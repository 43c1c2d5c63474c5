/** A process that decodes one file: a child of this one, or of the decoder service behind a socket. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type DrawingJob, drawingJob } from './drawing-protocol.ts';

const HEAP_MEGABYTES = 256;
/** Of 64 KiB: half a gigabyte. Where a child cannot be locked, it cannot compare its size with its limit while PDFium draws. */
const WASM_PAGES = 8_192;
/** Behind deliveries, and still a third of their pace: a decoder that got nothing would die of its limit of time. */
const PRIORITY = 5;
/** Resolved by package name, because this module may be part of a bundle. */
const CHILD = pathToFileURL(createRequire(import.meta.url).resolve('#services/media/drawing-child.ts'));
/** No variable of ours. Without this one, sharp would write large pictures to the disk, unsealed. */
const ENVIRONMENT = { VIPS_DISC_THRESHOLD: '100g' };

/** Its pipes, with the lines of drawing-protocol.ts. */
export interface Decoder {
  input: Writable;
  /** Ends when the process has ended. Throws when the service is not there. */
  output: Readable;
  kill(): void;
}

/** @param script the program to run */
export function startDecoder(job: DrawingJob, script: URL = CHILD): Decoder {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      `--wasm-max-mem-pages=${WASM_PAGES}`,
      fileURLToPath(script),
      JSON.stringify(job),
    ],
    { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  // The end of its lines shows that the child has ended.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  lowerPriority(child);
  return { input: child.stdin, output: child.stdout, kill: () => child.kill('SIGKILL') };
}

/** `setPriority` throws for a child that has already ended. */
function lowerPriority({ pid }: { pid?: number | undefined }): void {
  try {
    if (pid) setPriority(pid, PRIORITY);
  } catch {}
}

/** @param socket the path of the service's socket */
export function connectDecoder(job: DrawingJob, socket: string): Decoder {
  const connection = connect(socket);
  connection.write(`${JSON.stringify(job)}\n`);
  return { input: connection, output: connection, kill: () => connection.destroy() };
}

/**
 * Starts a decoder for each connection, and ends it with the connection.
 * @param socket the path to listen at; what was left there is replaced
 */
export function serveDecoders(socket: string): Server {
  rmSync(socket, { force: true });
  const server = createServer((connection) => {
    // One short line, written at once. The client then waits for the decoder's lines.
    connection.once('data', (line) => {
      try {
        serveDecoder(connection, line.toString());
      } catch {
        connection.destroy();
      }
    });
    connection.on('error', () => {});
  });
  return server.listen(socket);
}

function serveDecoder(connection: Socket, line: string): void {
  const { input, output, kill } = startDecoder(drawingJob.parse(JSON.parse(line)));
  connection.once('close', kill);
  connection.pipe(input);
  output.pipe(connection);
}
