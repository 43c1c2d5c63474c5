/**
 * Films and recordings, opened with FFmpeg. It reads through us, range by range; it may open nothing else, and only as
 * what people keep: a playlist that names other files, or addresses, is refused.
 */
import {
  AV_LOG_QUIET,
  AVERROR_EXTERNAL,
  AVFMT_FLAG_CUSTOM_IO,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_SIZE,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, IOContext, Log, Packet } from 'node-av/lib';
import type { RangeReader } from './range-reader.ts';

/** Containers of one file, by FFmpeg's names. */
const FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,mpegvideo,ogg,mp3,aac,wav,w64,aiff,flac,ac3,amr,caf,ape,wv,tta,m4v,h264,hevc,bmp_pipe,jpegxl_pipe,jpegxl_anim';
const READ_BYTES = 64 * 1024;
/** So much is read to learn what the streams are, in bytes and in microseconds of playing. */
const PROBE = { probesize: '5000000', analyzeduration: '5000000' };

/** @throws whatever FFmpeg makes of bytes that are no such file, and whatever the reader throws */
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

/** @returns the packets of one stream, in the order in which they are stored */
export async function* packetsOf(context: FormatContext, streamIndex: number): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    if (packet.streamIndex === streamIndex) yield packet;
    packet.unref();
  }
}
