/** What stands between the public address and the web process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Certificate } from '#dev/certificate.ts';
import { freePorts } from '#dev/ports.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * @param certificate by which it shows who it is; null for a proxy without TLS
 * @returns a proxy that passes requests on to one address, or answers them itself
 */
export async function startProxy(certificate: Certificate | null = null) {
  const [port = 0] = await freePorts(1);
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  let target: string | null = null;
  let own: Answer | null = null;
  let answered = 0;
  const seen: { method: string; status: number; text: string }[] = [];
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(`${target}${request.url}`, { method: request.method ?? 'GET', headers, ...body });
    const text = await answer.text();
    seen.push({ method: request.method ?? '', status: answer.status, text });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  }
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    if (own) {
      answered += 1;
      return own(request, response);
    }
    if (target === null) return response.writeHead(502).end();
    // Either side may be killed in the middle.
    passOn(request, response).catch(() => response.destroy());
  };
  const secure = certificate && createTlsServer(certificate, respond);
  const server = secure ?? createServer(respond);
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    origin,
    port,
    seen,
    leadTo(address: string) {
      target = address;
    },
    answer(answer: Answer | null) {
      own = answer;
      answered = 0;
    },
    /** @returns how many requests got the present answer of its own */
    answered: () => answered,
    /** Shows another certificate from now on. */
    show: (other: Certificate) => secure?.setSecureContext(other),
    close: () => new Promise((resolve) => server.close(resolve)),
    listen: () => new Promise<void>((resolve) => server.listen(port, resolve)),
  };
}
