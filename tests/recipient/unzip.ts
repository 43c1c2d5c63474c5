import { crc32 } from 'node:zlib';

/** One file in an archive. */
interface Unzipped {
  name: string;
  bytes: Buffer;
  madeOn: { year: number; month: number; day: number };
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const UTF_8 = 1 << 11;

/** Reads an archive whose files are stored, by its central directory, as unpackers do. @throws where anything is amiss */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.length - 22;
  insist(archive.readUInt32LE(end) === END, 'It does not end as an archive does.');
  const files: Unzipped[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    insist(archive.readUInt32LE(at) === CENTRAL, 'The directory is broken.');
    insist((archive.readUInt16LE(at + 8) & UTF_8) !== 0, 'A name is not UTF-8.');
    insist(archive.readUInt16LE(at + 10) === 0, 'A file is compressed.');
    const [size, nameLength, extraLength] = [
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    insist(archive.readUInt32LE(local) === LOCAL, `${name} is not where the directory says.`);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(from, from + size);
    insist(crc32(bytes) === archive.readUInt32LE(at + 16), `${name} is not what it was.`);
    const date = archive.readUInt16LE(at + 14);
    files.push({ name, bytes, madeOn: { year: 1980 + (date >> 9), month: (date >> 5) & 15, day: date & 31 } });
    at += 46 + nameLength + extraLength;
  }
  insist(at === end, 'Something stands between the directory and the end.');
  return files;
}

function insist(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise);
}
