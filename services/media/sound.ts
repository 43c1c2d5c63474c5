/** The waveform of a recording. */
import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { PEAKS } from './drawing-protocol.ts';
import { openDecoder, openMedia, packetsOf } from './ffmpeg.ts';
import { type Drawn, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

const RATE = 8_000;
const STEPS_PER_SECOND = 50;

/**
 * @param until when to stop listening, in milliseconds since 1970: the waveform then shows what was decoded
 * @returns PEAKS bytes, the loudest of them 255
 * @throws Undrawable when it has no sound
 */
export async function drawSound(reader: RangeReader, until: number): Promise<Drawn> {
  await using context = await openMedia(reader);
  const index = context.findBestStream(AVMEDIA_TYPE_AUDIO);
  const stream = context.streams[index];
  if (index < 0 || !stream) throw new Undrawable('There is no sound in it.');
  const resample = { sampleRate: RATE, sampleFormat: AV_SAMPLE_FMT_S16, channelLayout: AV_CHANNEL_LAYOUT_MONO };
  using decoder = await openDecoder(stream, { exitOnError: false, resample });
  const loudness = new Loudness(RATE);
  for await (const packet of packetsOf(context, index)) {
    for (const frame of decoder.decodeAllSync(packet)) addFrame(loudness, frame);
    if (Date.now() > until) break;
  }
  for (const frame of decoder.flushFramesSync()) addFrame(loudness, frame);
  const peaks = loudness.peaks();
  if (!peaks) throw new Undrawable('Nothing of it can be decoded.');
  return { bytes: peaks, width: null, height: null };
}

function addFrame(loudness: Loudness, frame: Frame): void {
  const samples = frame.data?.[0];
  if (samples) loudness.add(samples.subarray(0, frame.nbSamples * 2));
  frame.free();
}

/** Sums up sound as it is decoded: one number for each fiftieth of a second. */
class Loudness {
  readonly #steps: number[] = [];
  readonly #samplesPerStep: number;
  #sum = 0;
  #count = 0;

  /** @param rate samples in a second */
  constructor(rate: number) {
    this.#samplesPerStep = rate / STEPS_PER_SECOND;
  }

  /** @param samples of one channel, 16 bits each */
  add(samples: Buffer): void {
    for (let at = 0; at + 2 <= samples.length; at += 2) {
      const sample = samples.readInt16LE(at);
      this.#sum += sample * sample;
      if (++this.#count >= this.#samplesPerStep) this.#finishStep();
    }
  }

  /** @returns PEAKS bytes, the loudest of them 255; null without any samples */
  peaks(): Buffer | null {
    if (this.#count > 0) this.#finishStep();
    const steps = this.#steps;
    if (steps.length === 0) return null;
    const bars = Array.from({ length: PEAKS }, (_, index) => {
      const from = Math.floor((index * steps.length) / PEAKS);
      const to = Math.max(from + 1, Math.floor(((index + 1) * steps.length) / PEAKS));
      return steps.slice(from, to).reduce((most, step) => Math.max(most, step), 0);
    });
    const loudest = Math.max(...bars, 1);
    return Buffer.from(bars.map((bar) => Math.round((bar * 255) / loudest)));
  }

  #finishStep(): void {
    this.#steps.push(Math.sqrt(this.#sum / this.#count));
    this.#sum = 0;
    this.#count = 0;
  }
}
