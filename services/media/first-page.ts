/**
 * The first page of a PDF, drawn by PDFium in WebAssembly: a document that takes over PDFium is still inside its memory. This
 * build of it runs no script of a document.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { asThumbnail, type Drawn, LONGEST_SIDE, Undrawable, wholeFile } from './picture.ts';
import type { RangeReader } from './range-reader.ts';

/** Its file is read here, because a locked process reads none. */
const library = await PDFiumLibrary.init();

/** @throws Undrawable when it is too large or has no page; whatever PDFium throws when it is broken or wants a password */
export async function drawFirstPage(reader: RangeReader): Promise<Drawn> {
  const bytes = await wholeFile(reader);
  const document = await library.loadDocument(bytes);
  if (document.getPageCount() < 1) throw new Undrawable('It has no page.');
  const page = document.getPage(0);
  const { data, width, height } = await page.render({ render: 'bitmap', scale: 1, ...sizeOf(page.getOriginalSize()) });
  return asThumbnail(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha());
}

/** @returns a size in pixels with the shape of the page; a page as thin as a line is drawn one pixel thin */
function sizeOf({ originalWidth, originalHeight }: { originalWidth: number; originalHeight: number }) {
  const scale = LONGEST_SIDE / Math.max(originalWidth, originalHeight);
  if (!Number.isFinite(scale) || scale <= 0) throw new Undrawable('Its first page has no size.');
  return {
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
  };
}
