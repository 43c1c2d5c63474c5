/** A name server of our own: it knows the root and the names that a test gives it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const TYPES = { A: 1, NS: 2, MX: 15, AAAA: 28 } as const;
type Type = keyof typeof TYPES;

/** What a name has; null where the server stays silent. A name that is not there does not exist. */
export type Zone = Readonly<Record<string, Partial<Record<Type, string>> | null>>;

const ROOT: Zone = { '': { NS: 'a.root-servers.net' } };
const QUESTION_AT = 12;
const NO_SUCH_NAME = 3;

/** @returns its address, as `ip:port` */
export async function startNameServer(zone: Zone, root: Zone = ROOT) {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => {
    const reply = answerTo(asked, { ...root, ...zone });
    if (reply) socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc1035#section-4 */
function answerTo(asked: Buffer, zone: Zone): Buffer | null {
  const { name, end } = nameAt(asked, QUESTION_AT);
  const known = zone[name];
  if (known === null) return null;
  const type = asked.readUInt16BE(end);
  const value = Object.entries(known ?? {}).find(([one]) => TYPES[one as Type] === type)?.[1];
  const header = Buffer.alloc(QUESTION_AT);
  asked.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(value === undefined ? 0 : 1, 6);
  const question = asked.subarray(QUESTION_AT, end + 4);
  return Buffer.concat(value === undefined ? [header, question] : [header, question, recordOf(type, value)]);
}

function nameAt(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function recordOf(type: number, value: string): Buffer {
  const data = dataOf(type, value);
  const head = Buffer.alloc(12);
  // The name is the one of the question.
  head.writeUInt16BE(0xc000 | QUESTION_AT, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: number, value: string): Buffer {
  if (type === TYPES.A) return Buffer.from(value.split('.').map(Number));
  if (type === TYPES.AAAA) return Buffer.from(value.replaceAll(':', ''), 'hex');
  return Buffer.concat([type === TYPES.MX ? Buffer.from([0, 10]) : Buffer.alloc(0), labelsOf(value)]);
}

function labelsOf(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
