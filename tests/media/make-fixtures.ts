/**
 * Makes the films and recordings in `fixtures`; they are kept as they came out, so this runs only when one is added:
 * `node tests/media/make-fixtures.ts`. A film is black for its first three frames and teal from then on; a recording is
 * loud for its first half and quiet for its second.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_ASV1,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_MPEG4,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants';
import { Dictionary, Frame } from 'node-av/lib';
import { heicOf } from './make-heic.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');
const [WIDTH, HEIGHT, FRAMES, RATE] = [160, 96, 20, 10];
const BLACK_FRAMES = 3;
const [SOUND_RATE, SECONDS, CHUNK] = [8_000, 2, 160];

/** Y, U and V of black, and of a teal that is about #008080. */
const [BLACK, TEAL] = [
  [16, 128, 128],
  [93, 153, 58],
];

function picture(index: number): Frame {
  const [y = 0, u = 0, v = 0] = (index < BLACK_FRAMES ? BLACK : TEAL) ?? [];
  const pixels = WIDTH * HEIGHT;
  const buffer = Buffer.concat([Buffer.alloc(pixels, y), Buffer.alloc(pixels / 4, u), Buffer.alloc(pixels / 4, v)]);
  const timeBase = { num: 1, den: RATE };
  const shape = { width: WIDTH, height: HEIGHT, format: AV_PIX_FMT_YUV420P };
  return Frame.fromVideoBuffer(buffer, { ...shape, timeBase, pts: BigInt(index) });
}

function tone(index: number, format: typeof AV_SAMPLE_FMT_FLTP | typeof AV_SAMPLE_FMT_S16): Frame {
  const isFloat = format === AV_SAMPLE_FMT_FLTP;
  const buffer = Buffer.alloc(CHUNK * (isFloat ? 4 : 2));
  for (let at = 0; at < CHUNK; at++) {
    const sample = index * CHUNK + at;
    const volume = sample < (SOUND_RATE * SECONDS) / 2 ? 0.8 : 0.08;
    const value = volume * Math.sin((sample * 2 * Math.PI * 440) / SOUND_RATE);
    if (isFloat) buffer.writeFloatLE(value, at * 4);
    else buffer.writeInt16LE(Math.round(value * 32_767), at * 2);
  }
  const shape = { nbSamples: CHUNK, sampleRate: SOUND_RATE, format, channelLayout: AV_CHANNEL_LAYOUT_MONO };
  return Frame.fromAudioBuffer(buffer, { ...shape, timeBase: { num: 1, den: SOUND_RATE }, pts: BigInt(index * CHUNK) });
}

async function make(
  name: string,
  encoder: Encoder,
  frames: Iterable<Frame>,
  { metadata = {}, ...options }: { metadata?: Record<string, string>; movflags?: string } = {},
) {
  await using muxer = await Muxer.open(join(FOLDER, name), { options });
  if (Object.keys(metadata).length > 0) muxer.getFormatContext().metadata = Dictionary.fromObject(metadata);
  const stream = muxer.addStream(encoder);
  for (const frame of frames) {
    for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
  }
  for await (const packet of encoder.flushPackets()) await muxer.writePacket(packet, stream);
}

const film = function* () {
  for (let index = 0; index < FRAMES; index++) yield picture(index);
};
const sound = function* (format: Parameters<typeof tone>[1]) {
  for (let index = 0; index < (SOUND_RATE * SECONDS) / CHUNK; index++) yield tone(index, format);
};
const PLACE = '+38.7138-009.1394/';
const located = { metadata: { location: PLACE } };
const keyed = { metadata: { 'com.apple.quicktime.location.ISO6709': PLACE }, movflags: 'use_metadata_tags' };

await mkdir(FOLDER, { recursive: true });
await make('teal.mp4', await Encoder.create(FF_ENCODER_LIBX264), film(), located);
await make('teal.mov', await Encoder.create(FF_ENCODER_LIBX264), film(), located);
await make('teal-keyed.mov', await Encoder.create(FF_ENCODER_LIBX264), film(), keyed);
await make('teal.webm', await Encoder.create(FF_ENCODER_LIBVPX_VP8), film(), located);
await make('teal.avi', await Encoder.create(FF_ENCODER_MPEG4), film());
/** A codec that no camera of people's has written. */
await make('unusual.avi', await Encoder.create(FF_ENCODER_ASV1), film());
await make('fading.wav', await Encoder.create(FF_ENCODER_PCM_S16LE), sound(AV_SAMPLE_FMT_S16));
await make('fading.mp3', await Encoder.create(FF_ENCODER_LIBMP3LAME, { bitrate: 16_000 }), sound(AV_SAMPLE_FMT_FLTP));
await make('fading.ogg', await Encoder.create(FF_ENCODER_LIBOPUS, { bitrate: 16_000 }), sound(AV_SAMPLE_FMT_S16));

/** Three tiles beside each other, two lines of them: the first red, the last blue, the others gray. */
const TILE = 64;
const [RED, GRAY, BLUE] = [
  [82, 90, 240],
  [126, 128, 128],
  [41, 240, 110],
];
async function tile([y = 0, u = 0, v = 0]: number[] = []): Promise<Buffer> {
  const pixels = TILE * TILE;
  const buffer = Buffer.concat([Buffer.alloc(pixels, y), Buffer.alloc(pixels / 4, u), Buffer.alloc(pixels / 4, v)]);
  const shape = { width: TILE, height: TILE, format: AV_PIX_FMT_YUV420P, timeBase: { num: 1, den: RATE }, pts: 0n };
  const encoder = await Encoder.create(FF_ENCODER_LIBX265, { options: { 'x265-params': 'info=0' } });
  await make('tile.mp4', encoder, [Frame.fromVideoBuffer(buffer, shape)]);
  const file = await readFile(join(FOLDER, 'tile.mp4'));
  await rm(join(FOLDER, 'tile.mp4'));
  return file;
}
const tiles: Buffer[] = [];
for (const colour of [RED, GRAY, GRAY, GRAY, GRAY, BLUE]) tiles.push(await tile(colour));
await writeFile(join(FOLDER, 'tiles.heic'), heicOf(tiles, { tile: TILE, columns: 3, width: 170, height: 110 }, 3));
