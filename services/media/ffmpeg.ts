/**
 * Films and recordings, opened with FFmpeg, and their frames as pixels. FFmpeg reads through us, range by range, and may open
 * nothing else: a playlist that names other files or addresses is refused.
 */
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
} from 'node-av/lib';
import { requireDrawable, Undrawable } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Containers that hold everything in one file, by FFmpeg's names. */
const FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,mpegvideo,ogg,mp3,aac,wav,w64,aiff,flac,ac3,amr,caf,ape,wv,tta,m4v,h264,hevc,bmp_pipe,jpegxl_pipe,jpegxl_anim';
const READ_BYTES = 64 * 1024;
/** Limits of the search for streams: bytes, and microseconds of playing time. */
const PROBE = { probesize: '5000000', analyzeduration: '5000000' };

/** @throws FFmpegError for a file that it cannot open; whatever the reader throws */
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
  const options = Dictionary.fromObject({ format_whitelist: FORMATS, protocol_whitelist: '', ...PROBE });
  FFmpegError.throwIfError(await context.openInput('', null, options), 'open');
  FFmpegError.throwIfError(await context.findStreamInfo(null), 'find streams');
  return context;
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
