import { useEffect, useRef, useState } from 'react';
import { inMegabytes } from '#domain/content/content.ts';
import { isShownInline } from '#domain/content/media.ts';
import type { WholePublicContent } from '#services/contents/public-queries.ts';
import { Letter } from './content-letter.tsx';
import { Thumbnail, thumbnailOf, useBrokenImage } from './thumbnail.tsx';
import { Waveform } from './waveform.tsx';

/** How many bars fit beside each other on a phone. */
const PLAYER_BARS = 64;

/** A content as its type is looked at: read, seen, played, or taken along. */
export function ContentBody({ content }: { content: WholePublicContent }) {
  const { type, file_id } = content;
  if (file_id === null) return <Letter text={content.content} />;
  const file = { ...content, file_id };
  const isPlayed = isShownInline(content.metadata.content_type);
  if (type === 'image') return <ImageBody file={file} isShown={isPlayed} />;
  if (type === 'video') return <VideoBody file={file} isShown={isPlayed} />;
  if (type === 'audio') return <AudioBody file={file} isShown={isPlayed} />;
  return <FileBody file={file} />;
}

interface BodyProps {
  file: WholePublicContent & { file_id: string };
}
/** `isShown` is false for what browsers do not show in place. */
type MediaProps = BodyProps & { isShown: boolean };

function ImageBody({ file, isShown }: MediaProps) {
  const { isBroken, image } = useBrokenImage();
  const preview = file.preview?.kind === 'picture' ? file.preview : null;
  const canShow = (isShown || preview !== null) && !isBroken;
  return (
    <figure className="media">
      {canShow && (
        <img
          {...image}
          className={isSmall(preview) ? 'picture picture-small' : 'picture'}
          src={isShown ? fileAt(file.file_id) : thumbnailOf(file.file_id)}
          alt={file.title}
          width={preview?.width}
          height={preview?.height}
        />
      )}
      <Take file={file} note={imageNote(file, { isShown, isBroken })} />
    </figure>
  );
}

function VideoBody({ file, isShown }: MediaProps) {
  const { hasFailed, media } = useFailedMedia<HTMLVideoElement>();
  const preview = file.preview?.kind === 'picture' ? file.preview : null;
  const poster = preview ? thumbnailOf(file.file_id) : undefined;
  return (
    <figure className="media">
      {isShown && !hasFailed ? (
        <video
          {...media}
          className="film-in"
          src={fileAt(file.file_id)}
          poster={poster}
          controls
          playsInline
          preload="metadata"
          aria-label={file.title}
          width={preview?.width}
          height={preview?.height}
        />
      ) : (
        preview && <StillPicture file={file} picture={preview} />
      )}
      <Take file={file} note={isShown && !hasFailed ? null : notHere(file, 'play', 'watch')} />
    </figure>
  );
}

/** The first frame of a film that does not play here. */
function StillPicture({ file, picture }: BodyProps & { picture: { width: number; height: number } }) {
  const { isBroken, image } = useBrokenImage();
  if (isBroken) return null;
  return (
    <img
      {...image}
      className="picture"
      src={thumbnailOf(file.file_id)}
      alt={`${file.title}: its first frame`}
      {...picture}
    />
  );
}

function AudioBody({ file, isShown }: MediaProps) {
  const { hasFailed, media } = useFailedMedia<HTMLAudioElement>();
  const [heard, setHeard] = useState(0);
  const canPlay = isShown && !hasFailed;
  return (
    <figure className="media">
      <div className="player">
        {file.preview?.kind === 'waveform' && <Waveform peaks={file.preview.peaks} bars={PLAYER_BARS} heard={heard} />}
        {canPlay && (
          <audio
            {...media}
            src={fileAt(file.file_id)}
            controls
            preload="metadata"
            aria-label={file.title}
            onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
              setHeard(duration > 0 && Number.isFinite(duration) ? currentTime / duration : 0)
            }
          />
        )}
      </div>
      <Take file={file} note={canPlay ? null : notHere(file, 'play', 'hear')} />
    </figure>
  );
}

function FileBody({ file }: BodyProps) {
  return (
    <figure className="media media-file">
      <div className="stand-in" aria-hidden="true">
        <Thumbnail content={file} />
      </div>
      <Take file={file} note={null} />
    </figure>
  );
}

interface TakeProps extends BodyProps {
  /** Why it is not shown in place. */
  note: string | null;
}

/** What it is called, how large it is, and the way to have it. */
function Take({ file, note }: TakeProps) {
  const { original_filename, size } = file.metadata;
  return (
    <figcaption className="take">
      {note && <p className="note">{note}</p>}
      <p className="take-name">
        {original_filename ?? file.title} <span className="soft">{inMegabytes(size)}</span>
      </p>
      <a className="btn btn-secondary" href={`${fileAt(file.file_id)}?download`} download>
        Download
      </a>
    </figcaption>
  );
}

function imageNote(file: BodyProps['file'], { isShown, isBroken }: { isShown: boolean; isBroken: boolean }) {
  if (isBroken) return 'It cannot be shown at the moment. You can still download it.';
  if (isShown) return null;
  return `${file.preview ? 'This is a smaller copy. ' : ''}${notHere(file, 'show', 'see')}`;
}

/** What cannot be shown or played in this browser is told with its kind, since that is what people know it by. */
function notHere({ metadata }: BodyProps['file'], does: 'show' | 'play', verb: 'see' | 'watch' | 'hear'): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(metadata.original_filename ?? '')?.[1]?.toUpperCase();
  const kind = ending ? `${ending} files` : 'files like this one';
  return `This browser does not ${does} ${kind}. Download it to ${verb} it with a program of your own.`;
}

function fileAt(fileId: string): string {
  return `/api/content/file/${fileId}`;
}

/** Larger ones fill the sheet; an icon would only look like what it is: small. */
function isSmall(picture: { width: number; height: number } | null): boolean {
  return picture !== null && Math.max(picture.width, picture.height) < 320;
}

/** @returns whether a film or recording cannot be played, also when that was known before the scripts ran */
function useFailedMedia<Element extends HTMLMediaElement>() {
  const ref = useRef<Element>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (ref.current?.error) setFailed(true);
  }, []);
  return { hasFailed, media: { ref, onError: () => setFailed(true) } };
}
