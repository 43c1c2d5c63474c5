import { useEffect, useRef, useState } from 'react';
import { type ContentType, inMegabytes } from '#domain/content/content.ts';
import type { ContentView, Preview } from '#services/contents/content-view.ts';
import { Glyph } from './glyphs.tsx';
import { Waveform } from './waveform.tsx';

interface ThumbnailProps {
  /** `excerpt` is shown as it comes: cut it where the place wants it shorter. */
  content: Pick<ContentView, 'file_id' | 'title' | 'type' | 'preview' | 'metadata' | 'excerpt'>;
}

/** What stands for a content in a list: a letter's first words, a picture, the shape of a recording, or a sheet. */
export function Thumbnail({ content: { file_id, type, preview, metadata, excerpt } }: ThumbnailProps) {
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
  return <Picture fileId={file_id} type={type} picture={preview} otherwise={sheet} />;
}

interface PictureProps {
  fileId: string;
  type: ContentType;
  picture: Extract<Preview, { kind: 'picture' }>;
  /** Stands there when the picture does not come: a broken image hides itself. */
  otherwise: React.ReactNode;
}

function Picture({ fileId, type, picture: { width, height }, otherwise }: PictureProps) {
  const { isBroken, image } = useBrokenImage();
  if (isBroken) return otherwise;
  const shown = (
    <img
      {...image}
      className={type === 'video' ? undefined : 'thing'}
      src={thumbnailOf(fileId)}
      // Its title stands beside it.
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

/** A sheet of paper for what has no picture: what it is, and how large. */
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

/** @returns where the picture that stands for a file is served */
export function thumbnailOf(fileId: string): string {
  return `/api/content/file/${fileId}/thumbnail`;
}

/**
 * @returns whether an image did not come, and what goes on the `img`. What failed before the scripts ran counts too: its
 *   event was missed.
 */
export function useBrokenImage() {
  const ref = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (ref.current?.complete && ref.current.naturalWidth === 0) setBroken(true);
  }, []);
  return { isBroken, image: { ref, onError: () => setBroken(true) } };
}

/** @returns "PDF, " from "Deed.pdf"; nothing when there is no ending that one would know */
function endingOf(name: string | null): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1];
  return ending ? `${ending.toUpperCase()}, ` : '';
}
