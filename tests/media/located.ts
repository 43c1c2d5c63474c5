/** Files with a location in each of the ways in which cameras and programs write one: made with ExifTool, or by hand where it cannot. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { exiftoolPath } from 'exiftool-vendored';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Dictionary, Frame, Log } from 'node-av/lib';
import sharp from 'sharp';
import { telemetry } from './films-with-telemetry.ts';
import { pngChunk } from './hostile.ts';
import { u8, u16 } from './make-heic.ts';
import { directory, entry, farTiff, tiff } from './tiffs.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const exiftool = await exiftoolPath();

/** @param commands each the arguments of one command. @returns what it printed */
export function runExiftool(commands: string[][], folder: string): string {
  const list = join(folder, 'arguments.txt');
  writeFileSync(list, commands.map((command) => [...command, '-execute', ''].join('\n')).join(''));
  return execFileSync(exiftool, ['-@', list], { encoding: 'utf8', cwd: folder, maxBuffer: 2 ** 28 });
}

const GPS = [
  ...['GPSLatitude=38.7138', 'GPSLatitudeRef=N', 'GPSLongitude=9.1394', 'GPSLongitudeRef=W', 'GPSAltitude=111'],
  ...['GPSAltitudeRef=0', 'GPSDestLatitude=38.7', 'GPSDestLatitudeRef=N', 'GPSImgDirection=12', 'GPSSpeed=3'],
  ...['GPSAreaInformation=Alfama', 'GPSProcessingMethod=WLAN', 'GPSDateStamp=2026:01:02'],
].map((tag) => `-EXIF:${tag}`);
const IPTC = [
  ...['City=Lisboa', 'Sub-location=Alfama', 'Province-State=Lisboa', 'Country-PrimaryLocationName=Portugal'],
  ...['Country-PrimaryLocationCode=PRT', 'ContentLocationName=Alfama', 'ContentLocationCode=PRT', 'Caption-Abstract=A'],
].map((tag) => `-IPTC:${tag}`);
const XMP = [
  ...['exif:GPSLatitude=38.7138', 'exif:GPSLongitude=-9.1394', 'exif:GPSAltitude=111', 'photoshop:City=Lisboa'],
  ...['photoshop:State=Lisboa', 'photoshop:Country=Portugal', 'iptcCore:Location=Alfama', 'iptcCore:CountryCode=PT'],
  ...['iptcExt:LocationCreatedCity=Lisboa', 'iptcExt:LocationCreatedSublocation=Alfama'],
  ...['iptcExt:LocationCreatedCountryName=Portugal', 'iptcExt:LocationCreatedWorldRegion=Europe'],
  ...['iptcExt:LocationShownLocationName=Alfama', 'iptcExt:LocationShownProvinceState=Lisboa'],
  ...['iptcExt:LocationShownLocationId=urn:place:1', 'iptcExt:LocationShownGPSLatitude=38.7138'],
  ...['iptcExt:LocationShownGPSLongitude=-9.1394', 'xmpDM:ShotLocation=Alfama', 'dc:Title=Kept'],
  ...['cell:CellTowerID=12', 'cell:LocationAreaCode=3', 'cell:MobileCountryCode=268', 'drone-dji:GPSLongtitude=-9.1'],
  ...['dwc:DCDecimalLatitude=38.7', 'dwc:DCLocality=Alfama', 'dwc:DCMunicipality=Lisboa', 'mediapro:Location=Alfama'],
].map((tag) => `-XMP-${tag}`);
const QUICKTIME = [
  ...['UserData:GPSCoordinates=38.7138 -9.1394 111', 'ItemList:GPSCoordinates=38.7138 -9.1394 111'],
  ...['Keys:GPSCoordinates=38.7138 -9.1394 111', 'Keys:LocationName=Alfama', 'Keys:LocationAccuracyHorizontal=4'],
  ...['UserData:LocationInformation=Alfama Role=shooting Lat=38.7138 Lon=-9.1394 Alt=111 Body=earth Notes=home'],
].map((tag) => `-${tag}`);

/** A file, and what ExifTool writes into copies of it, by the name of each. */
type Base = [name: string, bytes: Buffer, writes: Record<string, string[]>];

/** Makes the corpus. @returns the names of its files, each in both folders: without a location, and with one */
export async function makeCorpus(clean: string, located: string): Promise<string[]> {
  Log.setLevel(AV_LOG_QUIET);
  mkdirSync(clean);
  mkdirSync(located);
  const bases = await Promise.all([...pictures(), ...(await films(clean))]);
  const names: string[] = [];
  const commands: string[][] = [];
  for (const [name, bytes, writes] of bases) {
    const [stem, ending] = name.split('.');
    for (const [kind, tags] of Object.entries(writes)) {
      const copy = `${stem}-${kind}.${ending}`;
      names.push(copy);
      writeFileSync(join(clean, copy), bytes);
      writeFileSync(join(located, copy), bytes);
      commands.push(['-q', '-m', '-n', '-overwrite_original', ...tags, join(located, copy)]);
    }
  }
  runExiftool(commands, located);
  for (const [name, bytes, without] of await handMade(clean)) {
    names.push(name);
    writeFileSync(join(located, name), bytes);
    writeFileSync(join(clean, name), without);
  }
  return names;
}

const drawn = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a7f7f' } });

function pictures(): Promise<Base>[] {
  const all = { exif: GPS, xmp: XMP, iptc: IPTC, all: [...GPS, ...XMP, ...IPTC] };
  const formats: [string, Promise<Buffer>, Base[2]][] = [
    ['sea.jpg', drawn().jpeg().toBuffer(), all],
    ['sea.png', drawn().png().toBuffer(), { exif: GPS, xmp: XMP }],
    ['sea.webp', drawn().webp().toBuffer(), { exif: GPS, xmp: XMP }],
    ['sea.gif', drawn().gif().toBuffer(), { xmp: XMP }],
    ['sea.tiff', drawn().tiff().toBuffer(), all],
    ['sea.avif', drawn().avif().toBuffer(), { exif: GPS, xmp: XMP }],
    ['sea.heic', Promise.resolve(fixture('tiles.heic')), { exif: GPS, xmp: XMP }],
  ];
  return formats.map(async ([name, bytes, writes]): Promise<Base> => [name, await bytes, writes]);
}

async function films(folder: string): Promise<Base[]> {
  return [
    ['film.mp4', await film(folder, 'film.mp4'), { quicktime: QUICKTIME, xmp: XMP }],
    ['film.mov', await film(folder, 'film.mov'), { quicktime: QUICKTIME, xmp: XMP }],
    ['tune.m4a', await tune(folder), { quicktime: QUICKTIME }],
  ];
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url));
}

/** Ten gray frames, each lighter than the one before. */
async function film(folder: string, name: string, metadata: Record<string, string> = {}): Promise<Buffer> {
  const encoder = await Encoder.create(FF_ENCODER_LIBX264);
  const frames = Array.from({ length: 10 }, (_, index) =>
    Frame.fromVideoBuffer(Buffer.alloc(64 * 64 * 1.5, 40 + 16 * index), {
      width: 64,
      height: 64,
      format: AV_PIX_FMT_YUV420P,
      timeBase: { num: 1, den: 10 },
      pts: BigInt(index),
    }),
  );
  return muxed(join(folder, name), encoder, frames, metadata);
}

async function tune(folder: string): Promise<Buffer> {
  const frames = Array.from({ length: 20 }, (_, index) =>
    Frame.fromAudioBuffer(Buffer.alloc(1_024 * 4, index), {
      nbSamples: 1_024,
      sampleRate: 44_100,
      format: AV_SAMPLE_FMT_FLTP,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: 44_100 },
      pts: BigInt(1_024 * index),
    }),
  );
  return muxed(join(folder, 'tune.m4a'), await Encoder.create(FF_ENCODER_AAC), frames);
}

async function muxed(path: string, encoder: Encoder, frames: Frame[], metadata: Record<string, string> = {}) {
  {
    await using muxer = await Muxer.open(path);
    if (Object.keys(metadata).length > 0) muxer.getFormatContext().metadata = Dictionary.fromObject(metadata);
    const stream = muxer.addStream(encoder);
    for (const frame of frames) {
      for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
    }
    for await (const packet of encoder.flushPackets()) await muxer.writePacket(packet, stream);
  }
  return readFileSync(path);
}

/** @returns what ExifTool reads and does not write: the name, the file, and a file of the same kind without a location */
async function handMade(folder: string): Promise<[string, Buffer, Buffer][]> {
  const [png, jpeg, mov] = [await drawn().png().toBuffer(), await drawn().jpeg().toBuffer(), fixture('teal.mov')];
  const [mp4, mkv] = [await film(folder, 'plain.mp4'), await film(folder, 'plain.mkv')];
  const withChunk = (name: string, data: Buffer) =>
    Buffer.concat([png.subarray(0, 33), pngChunk(name, data), png.subarray(33)]);
  const deflated = (keyword: string, text: string) => Buffer.concat([latin1(keyword), deflateSync(latin1(text))]);
  const exif = `\nexif\n${String(tiff().length).padStart(8)}\n${tiff().toString('hex')}\n`;
  return [
    ['compressed-xmp.png', withChunk('iTXt', deflated('XML:com.adobe.xmp\0\x01\0\0\0', XMP_PACKET)), png],
    ['compressed-exif.png', withChunk('zTXt', deflated('Raw profile type exif\0\0', exif)), png],
    ['hexadecimal.png', withChunk('tEXt', latin1(`Raw profile type exif\0${exif}`)), png],
    ['named.png', withChunk('tEXt', latin1('exif:GPSLatitude\x0038/1, 42/1, 5000/100')), png],
    ['panasonic.jpg', withExif(jpeg, tiff({ make: 'Panasonic', note: panasonicNote() })), jpeg],
    ['nikon.jpg', withExif(jpeg, tiff({ make: 'NIKON', note: nikonNote() })), jpeg],
    ['samsung.jpg', Buffer.concat([jpeg, samsungTrailer()]), jpeg],
    ['far.tiff', farTiff(), await drawn().tiff().toBuffer()],
    ['tagged.mkv', await film(folder, 'tagged.mkv', MATROSKA_TAGS), mkv],
    ['tagged.webm', fixture('teal.webm'), mkv],
    ...telemetry(mp4, mov),
  ];
}

const MATROSKA_TAGS = {
  RECORDING_LOCATION: 'PT, Lisboa, Alfama',
  COMPOSITION_LOCATION: 'PT, Lisboa',
  LOCATION: '+38.7138-009.1394/',
  'com.apple.quicktime.location.ISO6709': '+38.7138-009.1394/',
  GPSLatitude: '38.7138',
  ARTIST: 'Ana',
};
const XMP_PACKET = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Lisboa"/></rdf:RDF></x:xmpmeta>
 <?xpacket end="w"?>`;

function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const segment = Buffer.concat([latin1('Exif\0\0'), exif]);
  return Buffer.concat([jpeg.subarray(0, 2), u8(0xff, 0xe1), u16(segment.length + 2), segment, jpeg.subarray(2)]);
}

/** The code of a country, then the list of what is before it: its type, how far back it begins, and its length. */
function samsungTrailer(): Buffer {
  const block = latin1('\0\0\xa1\x0a\x08\0\0\0MCC_Data268');
  const list = latin1('SEFH\x6b\0\0\0\x01\0\0\0\0\0\xa1\x0a\x13\0\0\0\x13\0\0\0');
  return Buffer.concat([block, list, Buffer.from([list.length, 0, 0, 0]), latin1('SEFT')]);
}

/** Its values are told from the beginning of EXIF. */
function panasonicNote(): Buffer {
  const names = ['Portugal', 'Lisboa', 'Alfama', 'Castelo'].map((name) => Buffer.alloc(72, `${name}\0`));
  const valuesAt = 68 + 12 + 2 + 4 * 12 + 4;
  const entries = [0x69, 0x6b, 0x6d, 0x6f].map((tag, index) => entry(tag, 7, 72, valuesAt + 72 * index));
  return Buffer.concat([latin1('Panasonic\0\0\0'), directory(...entries), ...names]);
}

function nikonNote(): Buffer {
  const place = Buffer.concat([latin1('0100\x01PRT\0'), Buffer.alloc(70, 'Alfama\0')]);
  const inner = Buffer.concat([latin1('II*\0\x08\0\0\0'), directory(entry(0x39, 7, place.length, 26)), place]);
  return Buffer.concat([latin1('Nikon\0\x02\x10\0\0'), inner]);
}
