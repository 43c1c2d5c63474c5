import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The line to a service, which a test can cut and mend without stopping the service for everybody else. */
export interface Cable {
  /** The service's address at this end. */
  url: string;
  /** Ends what is connected and takes nothing new. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** @param url of a service on a TCP port */
export async function layCable(url: string): Promise<Cable> {
  const far = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  const server = createServer((near) => {
    const line = connect(Number(far.port), far.hostname);
    keep(near);
    keep(line);
    near.pipe(line).pipe(near);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const here = new URL(url);
  here.host = `127.0.0.1:${port}`;
  return {
    url: here.href,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}
