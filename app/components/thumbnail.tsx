import { useEffect, useRef, useState } from 'react';
import { type ContentType, inMegabytes } from '#domain/content/content.ts';
import { fileFormat } from '#domain/content/file-name.ts';
import type { ContentView, Preview } from '#services/contents/content-view.ts';
import { Glyph } from './glyphs.tsx';
import { Waveform } from './waveform.tsx';

interface ThumbnailProps {
  /** `excerpt` is shown whole: truncate it first. */
  content: Pick<ContentView, 'file_id' | 'title' | 'type' | 'preview' | 'metadata' | 'excerpt'> & {
    /** There is nothing that we could draw. */
    is_sealed?: boolean;
  };
}

/** A content in a list: a letter's first words, a picture, the waveform of a recording, or a sheet of paper. */
export function Thumbnail({ content: { file_id, type, preview, metadata, excerpt, is_sealed } }: ThumbnailProps) {
  if (is_sealed) return <SealedThing metadata={metadata} />;
  if (file_id === null)
    return (
      <p className="thing page sheet">
        <span className="page-words">{excerpt}</span>
      </p>
    );
  if (preview?.kind === 'waveform')
    return (
      <div className="thing wave sheet">
        <Waveform peaks={preview.peaks} />
      </div>
    );
  const sheet = <Sheet type={type} metadata={metadata} />;
  if (preview?.kind !== 'picture') return sheet;
  return <Picture fileId={file_id} type={type} picture={preview} fallback={sheet} />;
}

interface PictureProps {
  fileId: string;
  type: ContentType;
  picture: Extract<Preview, { kind: 'picture' }>;
  /** In place of a picture that does not load. */
  fallback: React.ReactNode;
}

function Picture({ fileId, type, picture: { width, height }, fallback }: PictureProps) {
  const { isBroken, image } = useBrokenImage();
  if (isBroken) return fallback;
  const shown = (
    <img
      {...image}
      className={type === 'video' ? undefined : 'thing'}
      src={thumbnailOf(fileId)}
      // Its title is beside it.
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
  if (type !== 'video') return shown;
  return (
    <div className="thing film">
      {shown}
      <span className="play">
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M3 1.5l9 5.5-9 5.5z" />
        </svg>
      </span>
    </div>
  );
}

/** A closed lock: a sealed item has no picture. */
function SealedThing({ metadata }: Pick<ContentView, 'metadata'>) {
  return (
    <div className="thing doc">
      <Glyph name="sealed" />
      <span>{inMegabytes(metadata.size)}</span>
    </div>
  );
}

/** A sheet of paper for a file without a picture: its format and size. */
function Sheet({ type, metadata }: Pick<ContentView, 'type' | 'metadata'>) {
  return (
    <div className="thing doc">
      {type === 'file' ? <span className="doc-lines" aria-hidden="true" /> : <Glyph name={type} />}
      <span>
        {endingOf(metadata.original_filename)}
        {inMegabytes(metadata.size)}
      </span>
    </div>
  );
}

/** @returns the address of a file's thumbnail */
export function thumbnailOf(fileId: string): string {
  return `/api/content/file/${fileId}/thumbnail`;
}

/**
 * @returns whether an image failed to load, and the props of the `img`. A failure before hydration counts: its event was
 *   missed.
 */
export function useBrokenImage() {
  const ref = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (ref.current?.complete && ref.current.naturalWidth === 0) setBroken(true);
  }, []);
  return { isBroken, image: { ref, onError: () => setBroken(true) } };
}

/** @returns "PDF, " for "Deed.pdf"; empty without a known ending */
function endingOf(name: string | null): string {
  const format = fileFormat(name ?? '');
  return format ? `${format}, ` : '';
}
