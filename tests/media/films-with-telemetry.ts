/** Films with telemetry, made by hand as cameras, phones and dashcams write it. */
import { box, full, u8, u16, u32 } from './make-heic.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const NMEA = '$GPRMC,111958.30,A,3842.8331,N,00908.3642,W,0.5,12.3,020126,,,A*6F';

/** @returns the name, the film, and a film of the same kind without a location */
export function telemetry(mp4: Buffer, mov: Buffer): [string, Buffer, Buffer][] {
  const line = (text: string) => withTrack(mp4, 'text', 'text', [latin1(text)]);
  return [
    ['gopro.mp4', withTrack(mp4, 'meta', 'gpmd', [goproSample(), goproSample()]), mp4],
    ['street.mp4', withTrack(mp4, 'camm', 'camm', [cammSample(), cammSample(), cammSample()]), mp4],
    ['sony.mp4', withTrack(mp4, 'meta', 'rtmd', [rtmdSample(), rtmdSample()]), mp4],
    ['phone.mov', phoneFilm(mov, 'com.apple.quicktime.location.ISO6709'), phoneFilm(mp4, 'com.apple.quicktime.mood')],
    ['dashcam.mp4', withMedia(mp4, dashcamBlock()), withMedia(mp4, Buffer.alloc(0x8000))],
    ['nmea.mp4', line(`${NMEA}\r\n`), line('Chapter 1')],
    ['drone.mp4', line('F/2.8, SS 206, GPS (-9.1394, 38.7138, 19), D 24.26m'), line('Chapter 1, GPS (none)')],
  ];
}

/** Appends samples, and a track that names them, to a film whose index is at its end. */
function withTrack(film: Buffer, handler: string, format: string, samples: Buffer[], description = u32()): Buffer {
  const at = film.length;
  const moovAt = film.lastIndexOf('moov') - 4;
  const track = (mediaAt: number) => {
    let next = mediaAt;
    const offsets = samples.map(({ length }) => {
      next += length;
      return next - length;
    });
    const sampleEntry = box(format, u8(0, 0, 0, 0, 0, 0), u16(1), description);
    const table = box(
      'stbl',
      full('stsd', 0, u32(1), sampleEntry),
      full('stts', 0, u32(1, samples.length, 1_000)),
      full('stsc', 0, u32(1, 1, 1, 1)),
      full('stsz', 0, u32(0, samples.length), u32(...samples.map(({ length }) => length))),
      full('stco', 0, u32(samples.length), u32(...offsets)),
    );
    const kind = (owner: string, name: string) => full('hdlr', 0, latin1(owner + name), u32(0, 0, 0), u8(0));
    const data = box('dinf', full('dref', 0, u32(1), full('url ', 0)));
    return box(
      'trak',
      full('tkhd', 0, u32(0, 0, 9, 0, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      box(
        'mdia',
        full('mdhd', 0, u32(0, 0, 1_000, 1_000, 0)),
        kind('mhlr', handler),
        box('minf', full('nmhd', 0), kind('dhlr', 'url '), data, table),
      ),
    );
  };
  const trak = track(at + track(0).length + 8);
  const grown = Buffer.from(film);
  grown.writeUInt32BE(film.readUInt32BE(moovAt) + trak.length, moovAt);
  return Buffer.concat([grown, trak, box('mdat', ...samples)]);
}

function withMedia(film: Buffer, media: Buffer): Buffer {
  return Buffer.concat([film, box('mdat', media)]);
}

/** A value of GoPro's format: its name, type and size, and how many. */
function gopro(name: string, type: string, size: number, value: Buffer): Buffer {
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
  return Buffer.concat([latin1(name + type), u8(size), u16(value.length / size), value, padding]);
}

function goproSample(): Buffer {
  const places = u32(387_138_000, 91_394_000, 111_000, 0, 0, 387_139_000, 91_395_000, 112_000, 0, 0);
  const scale = gopro('SCAL', 'l', 4, u32(10_000_000, 10_000_000, 1_000, 1_000, 100));
  const stream = Buffer.concat([scale, gopro('GPS5', 'l', 20, places)]);
  return gopro('DEVC', '\0', 1, Buffer.concat([gopro('DVNM', 'c', 1, latin1('Hero')), gopro('STRM', '\0', 1, stream)]));
}

function cammSample(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 5, 0]), Buffer.from(Float64Array.of(38.7138, -9.1394, 111).buffer)]);
}

function rtmdSample(): Buffer {
  const value = (tag: number, content: Buffer) => Buffer.concat([u16(tag, content.length), content]);
  return Buffer.concat([
    u16(0x1c),
    Buffer.alloc(0x1a),
    value(0x8501, latin1('N\0')),
    value(0x8502, u32(38, 1, 42, 1, 50, 1)),
    value(0x8503, latin1('W\0')),
    value(0x8504, u32(9, 1, 8, 1, 22, 1)),
    u32(0, 0),
  ]);
}

/** A track of a phone, whose description names what is in it. */
function phoneFilm(film: Buffer, name: string): Buffer {
  const key = box('keyd', latin1(`mdta${name}`));
  const keys = box('keys', box('\0\0\0\x01', key, box('dtyp', u32(0, 1))));
  const value = latin1('+38.7138-009.1394+111.000/');
  return withTrack(film, 'meta', 'mebx', [Buffer.concat([u32(8 + value.length, 1), value])], keys);
}

function dashcamBlock(): Buffer {
  const block = Buffer.alloc(0x8000);
  block.writeUInt32BE(block.length, 0);
  block.write('freeGPS ', 4);
  block.write('20260102111958', 52);
  block.write(NMEA, 100);
  return block;
}
