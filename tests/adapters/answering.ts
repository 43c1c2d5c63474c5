/** A server whose answers are chosen byte by byte. */
import { type AddressInfo, createServer } from 'node:net';

/** The bytes of an HTTP answer. */
export function wire(status: string, answer: object): string {
  const body = JSON.stringify(answer);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A server that answers each request with these bytes, or reads its first bytes and hangs up. */
export async function answering(bytes: string | null) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first) => {
      const isTls = first[0] === 0x16;
      if (bytes !== null) socket.write(bytes);
      else if (!isTls) socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
