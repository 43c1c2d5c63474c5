/**
 * Films and recordings, opened with FFmpeg, and their frames as pixels. FFmpeg reads through us, range by range, and may open
 * nothing else: a playlist that names other files or addresses is refused.
 */
import { Decoder, type DecoderOptions } from 'node-av/api';
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_RGB24,
  AVERROR_EXTERNAL,
  AVFMT_FLAG_CUSTOM_IO,
  type AVPixelFormat,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_SIZE,
  SWS_BILINEAR,
} from 'node-av/constants';
import {
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  IOContext,
  Log,
  Packet,
  SoftwareScaleContext,
  type Stream,
} from 'node-av/lib';
import { requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Containers that hold everything in one file, by FFmpeg's names. */
const FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,mpegvideo,ogg,mp3,aac,wav,w64,aiff,flac,ac3,amr,caf,ape,wv,tta,m4v,h264,hevc,bmp_pipe,jpegxl_pipe,jpegxl_anim';
/** The codecs in them that people's devices have written, by FFmpeg's names. */
const DECODERS = [
  'h264,hevc,libdav1d,av1,vp8,vp9,mpeg4,msmpeg4,msmpeg4v1,msmpeg4v2,mpeg1video,mpeg2video,h263,flv,theora,mjpeg,prores',
  'dvvideo,wmv1,wmv2,wmv3,vc1,bmp,libjxl,libjxl_anim',
  'aac,aac_latm,mp3,mp3float,mp2,mp2float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,wmav1,wmav2,wmapro,amrnb,amrwb',
  'libopencore_amrnb,libopencore_amrwb,wavpack,tta,ape,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,pcm_alaw,pcm_mulaw,pcm_u8,pcm_s8',
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be',
].join();
const READ_BYTES = 64 * 1024;
/** Limits of the search for streams: bytes, and microseconds of playing time. */
const PROBE = { probesize: '5000000', analyzeduration: '5000000' };

/**
 * @returns a file that its reader holds with `await using`: its streams point into memory that goes with it, and a file that
 *   nobody holds may go at any moment
 * @throws FFmpegError for a file that it cannot open; whatever the reader throws
 */
export async function openMedia(reader: RangeReader): Promise<FormatContext> {
  Log.setLevel(AV_LOG_QUIET);
  const io = new IOContext();
  let position = 0;
  io.allocContextWithCallbacks(
    READ_BYTES,
    0,
    async (size) => {
      const end = Math.min(position + size, reader.size);
      if (position >= end) return null;
      const bytes = await reader.read(position, end - position);
      position += bytes.length;
      return bytes;
    },
    null,
    (offset, whence) => {
      if (whence === AVSEEK_SIZE) return BigInt(reader.size);
      const base = whence === AVSEEK_CUR ? position : whence === AVSEEK_END ? reader.size : 0;
      const target = base + Number(offset);
      if (target < 0) return AVERROR_EXTERNAL;
      position = target;
      return BigInt(position);
    },
  );
  const context = new FormatContext();
  context.allocContext();
  context.pb = io;
  context.setFlags(AVFMT_FLAG_CUSTOM_IO);
  const lists = { format_whitelist: FORMATS, codec_whitelist: DECODERS, protocol_whitelist: '' };
  const options = Dictionary.fromObject({ ...lists, ...PROBE });
  FFmpegError.throwIfError(await context.openInput('', null, options), 'open');
  FFmpegError.throwIfError(await context.findStreamInfo(null), 'find streams');
  return context;
}

/**
 * @param options what the decoder does besides
 * @throws FFmpegError for a codec that is not on our list
 */
export function openDecoder(stream: Stream, options: DecoderOptions = {}): Promise<Decoder> {
  return Decoder.create(stream, { ...options, threadCount: 1, options: { codec_whitelist: DECODERS } });
}

/** @returns the packets of one stream, in the order of the file */
export async function* packetsOf(context: FormatContext, streamIndex: number): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    if (packet.streamIndex === streamIndex) yield packet;
    packet.unref();
  }
}

/** Red, green and blue, a byte each, line after line. */
export interface Pixels {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * @param longestSide in pixels: a larger frame is scaled down
 * @throws Undrawable when it is too large for the memory, or of a format that cannot be shown
 */
export function toPixels(frame: Frame, longestSide = Number.POSITIVE_INFINITY): Pixels {
  requireDrawable(frame.width, frame.height);
  const scale = Math.min(1, longestSide / Math.max(frame.width, frame.height));
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  using scaler = new SoftwareScaleContext();
  scaler.getContext(
    frame.width,
    frame.height,
    frame.format as AVPixelFormat,
    width,
    height,
    AV_PIX_FMT_RGB24,
    SWS_BILINEAR,
  );
  using shown = new Frame();
  shown.alloc();
  Object.assign(shown, { width, height, format: AV_PIX_FMT_RGB24 });
  if (shown.getBuffer(1) < 0 || scaler.scaleFrameSync(shown, frame) < 0)
    throw new Undrawable('A frame cannot be shown.');
  return { bytes: shown.toBuffer(), width, height };
}
