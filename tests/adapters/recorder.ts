/** A proxy between an SDK and its vendor that records each request and answer byte for byte. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  status: number;
}

/** @param vendor the origin to which it forwards requests */
export async function recorder(vendor: string): Promise<{ origin: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const body = await buffer(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]));
    const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers;
    const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
    const answer = await fetch(`${vendor}${path}`, { method, headers: passed, ...sent, redirect: 'manual' });
    asked.push({ method, path, headers, body, status: answer.status });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
