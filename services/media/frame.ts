import { AV_PIX_FMT_RGB24, type AVPixelFormat, SWS_BILINEAR } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { requireDrawable, Undrawable } from './picture.ts';

/** Pixels in memory: red, green and blue, a byte each, line after line. */
export interface Pixels {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * @param longestSide in pixels: a larger frame is made smaller
 * @throws Undrawable when it is too large to be held, or of a kind that cannot be shown
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
