/** What stands for a recording: how loud it is from its beginning to its end. */

import { Decoder } from 'node-av/api';
import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { openMedia, packetsOf } from './demux.ts';
import { type Drawn, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** As many bars as a player shows. */
export const PEAKS = 120;
const RATE = 8_000;
/** One value for each fiftieth of a second. */
const SAMPLES_PER_STEP = RATE / 50;

/**
 * @param until by when it has to come to an end, in milliseconds since 1970: what was heard by then is drawn
 * @returns PEAKS bytes, the loudest of them 255
 * @throws Undrawable when there is nothing to hear
 */
export async function drawSound(reader: RangeReader, until: number): Promise<Drawn> {
  const context = await openMedia(reader);
  const index = context.findBestStream(AVMEDIA_TYPE_AUDIO);
  const stream = context.streams[index];
  if (index < 0 || !stream) throw new Undrawable('There is no sound in it.');
  const resample = { sampleRate: RATE, sampleFormat: AV_SAMPLE_FMT_S16, channelLayout: AV_CHANNEL_LAYOUT_MONO };
  using decoder = await Decoder.create(stream, { threadCount: 1, exitOnError: false, resample });
  const loudness = new Loudness();
  for await (const packet of packetsOf(context, index)) {
    for (const frame of decoder.decodeAllSync(packet)) loudness.hear(frame);
    if (Date.now() > until) break;
  }
  for (const frame of decoder.flushFramesSync()) loudness.hear(frame);
  return { bytes: loudness.peaks(), width: null, height: null };
}

/** Sums up sound as it comes. */
class Loudness {
  readonly #steps: number[] = [];
  #sum = 0;
  #count = 0;

  hear(frame: Frame): void {
    const samples = frame.data?.[0];
    if (samples) {
      for (let at = 0; at < frame.nbSamples * 2; at += 2) this.#take(samples.readInt16LE(at));
    }
    frame.free();
  }

  peaks(): Buffer {
    const steps = this.#steps;
    if (steps.length === 0) throw new Undrawable('Nothing of it can be decoded.');
    const bars = Array.from({ length: PEAKS }, (_, index) => {
      const from = Math.floor((index * steps.length) / PEAKS);
      const to = Math.max(from + 1, Math.floor(((index + 1) * steps.length) / PEAKS));
      return steps.slice(from, to).reduce((most, step) => Math.max(most, step), 0);
    });
    const loudest = Math.max(...bars, 1);
    return Buffer.from(bars.map((bar) => Math.round((bar * 255) / loudest)));
  }

  #take(sample: number): void {
    this.#sum += sample * sample;
    if (++this.#count < SAMPLES_PER_STEP) return;
    this.#steps.push(Math.sqrt(this.#sum / this.#count));
    this.#sum = 0;
    this.#count = 0;
  }
}
