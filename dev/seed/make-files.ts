/**
 * Makes the film, the recording and the document of the demo accounts, in `files`. The results are in the repository, so this
 * runs only to change them: `node dev/seed/make-files.ts`. The pictures there were drawn by hand.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
  SWS_BILINEAR,
} from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, 'files');
const [WIDTH, HEIGHT, RATE, FRAMES] = [640, 480, 12, 54];
const [SOUND_RATE, CHUNK] = [22_050, 1_152];

/** Zooms slowly in on five candles. */
async function* nearer(): AsyncGenerator<Frame> {
  const source = sharp(join(FOLDER, 'candles.webp'));
  const { width, height } = await source.metadata();
  for (let index = 0; index < FRAMES; index++) {
    const share = 1 - (0.28 * index) / FRAMES;
    const [w, h] = [Math.round(width * share), Math.round(height * share)];
    const area = { left: Math.round((width - w) / 2), top: Math.round((height - h) / 2), width: w, height: h };
    const size = { width: WIDTH, height: HEIGHT, fit: 'fill' } as const;
    const pixels = await source.clone().extract(area).resize(size).removeAlpha().raw().toBuffer();
    yield toFilm(pixels, index);
  }
}

function toFilm(pixels: Buffer, index: number): Frame {
  const shape = { width: WIDTH, height: HEIGHT, timeBase: { num: 1, den: RATE }, pts: BigInt(index) };
  const picture = Frame.fromVideoBuffer(pixels, { ...shape, format: AV_PIX_FMT_RGB24 });
  using scaler = new SoftwareScaleContext();
  scaler.getContext(WIDTH, HEIGHT, AV_PIX_FMT_RGB24, WIDTH, HEIGHT, AV_PIX_FMT_YUV420P, SWS_BILINEAR);
  const frame = new Frame();
  frame.alloc();
  Object.assign(frame, { ...shape, format: AV_PIX_FMT_YUV420P });
  frame.getBuffer(1);
  scaler.scaleFrameSync(frame, picture);
  return frame;
}

/** A hummed tune: the pitch in hertz, and the duration in seconds. */
const TUNE: [hertz: number, seconds: number][] = [
  [392, 0.55],
  [440, 0.3],
  [494, 0.85],
  [440, 0.3],
  [392, 0.55],
  [330, 1.0],
  [0, 0.35],
  [330, 0.3],
  [392, 0.55],
  [440, 0.85],
  [392, 1.4],
];

function* hummed(): Generator<Frame> {
  const samples: number[] = [];
  for (const [hertz, seconds] of TUNE) {
    const count = Math.round(seconds * SOUND_RATE);
    for (let at = 0; at < count; at++) {
      const time = at / SOUND_RATE;
      const swell = Math.sin((Math.PI * at) / count) ** 0.6;
      const wave = (n: number) => Math.sin(2 * Math.PI * hertz * n * time);
      samples.push(hertz === 0 ? 0 : 0.34 * swell * (wave(1) + 0.35 * wave(2) + 0.12 * wave(3)));
    }
  }
  for (let index = 0; (index + 1) * CHUNK <= samples.length; index++) {
    const buffer = Buffer.alloc(CHUNK * 4);
    for (let at = 0; at < CHUNK; at++) buffer.writeFloatLE(samples[index * CHUNK + at] ?? 0, at * 4);
    const shape = { nbSamples: CHUNK, sampleRate: SOUND_RATE, format: AV_SAMPLE_FMT_FLTP };
    const timeBase = { num: 1, den: SOUND_RATE };
    yield Frame.fromAudioBuffer(buffer, {
      ...shape,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase,
      pts: BigInt(index * CHUNK),
    });
  }
}

async function make(name: string, encoder: Encoder, frames: AsyncIterable<Frame> | Iterable<Frame>, options = {}) {
  await using muxer = await Muxer.open(join(FOLDER, name), { options });
  const stream = muxer.addStream(encoder);
  for await (const frame of frames) {
    for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
  }
  for await (const packet of encoder.flushPackets()) await muxer.writePacket(packet, stream);
}

const LINES = [
  'Names of everyone',
  'in the school picture of 1974',
  '',
  'Back row, from the left',
  'Amélia, Rui, the new boy,',
  'Conceição, Tomás, Graça',
  '',
  'Front row',
  'Teresa, Marta, and the dog,',
  'who was in every picture',
];

/** Writes a PDF of one page by hand. */
function names(): Buffer {
  const text = LINES.map(
    (line, n) => `BT /F${n < 2 ? 1 : 2} ${n < 2 ? 24 : 16} Tf 72 ${720 - n * 34} Td (${line}) Tj ET`,
  ).join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    font('Times-Roman'),
    font('Times-Italic'),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${`${offset}`.padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

const film = await Encoder.create(FF_ENCODER_LIBX264, { options: { crf: 30, preset: 'veryslow' } });
await make('candles.mp4', film, nearer(), { movflags: 'faststart' });
await make('tune.mp3', await Encoder.create(FF_ENCODER_LIBMP3LAME, { bitrate: 48_000 }), hummed());
await writeFile(join(FOLDER, 'names.pdf'), names());
