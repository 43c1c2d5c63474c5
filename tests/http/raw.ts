import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** HTTP over a raw socket: reads only after everything is sent, as browsers do, until the connection ends. */
export async function rawRequest(
  origin: string,
  head: string,
  body: Buffer = Buffer.alloc(0),
): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(origin).port), 'localhost');
  socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(head);
    socket.write(body, () => resolve());
  });
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), text: answer };
}
