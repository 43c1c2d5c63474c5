/** What stands for a recording: how loud it is from its beginning to its end. */

import { Decoder } from 'node-av/api';
import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { openMedia, packetsOf } from './demux.ts';
import { type Drawn, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';
import { Loudness } from './waveform.ts';

const RATE = 8_000;

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
  const loudness = new Loudness(RATE);
  for await (const packet of packetsOf(context, index)) {
    for (const frame of decoder.decodeAllSync(packet)) hear(frame, loudness);
    if (Date.now() > until) break;
  }
  for (const frame of decoder.flushFramesSync()) hear(frame, loudness);
  const peaks = loudness.peaks();
  if (!peaks) throw new Undrawable('Nothing of it can be decoded.');
  return { bytes: peaks, width: null, height: null };
}

function hear(frame: Frame, loudness: Loudness): void {
  const samples = frame.data?.[0];
  if (samples) loudness.hear(samples.subarray(0, frame.nbSamples * 2));
  frame.free();
}
