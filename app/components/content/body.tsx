import { type ReactElement, useState } from 'react';
import { Thumbnail, thumbnailOf, useBrokenImage } from '#app/components/thumbnail.tsx';
import {
  type Failure,
  type FileShown,
  useFileShown,
  useMedia,
  usePicture,
} from '#app/components/upload/file-failure.ts';
import { Waveform } from '#app/components/waveform.tsx';
import { DAMAGED_FILE } from '#app/http/damaged.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { isShownInline } from '#domain/content/media.ts';
import type { WholePublicContent } from '#services/contents/read-contents.ts';
import { Letter } from './letter.tsx';

/** How many bars fit beside each other on a phone. */
const PLAYER_BARS = 64;

/** A content as its type is looked at: read, seen, played, or taken along. */
export function ContentBody({ content }: { content: WholePublicContent }) {
  const { file_id } = content;
  if (file_id === null) return <Letter text={content.content} />;
  // What became of another file is not said of this one.
  return <FileContent key={file_id} file={{ ...content, file_id }} />;
}

function FileContent({ file }: { file: WholePublicContent & { file_id: string } }): ReactElement {
  const shown = useFileShown(fileAt(file.file_id));
  const isPlayed = isShownInline(file.metadata.content_type);
  const props = { file, shown, isShown: isPlayed };
  switch (file.type) {
    case 'image':
      return <ImageBody {...props} />;
    case 'video':
      return <VideoBody {...props} />;
    case 'audio':
      return <AudioBody {...props} />;
    case 'text':
    case 'file':
      return <FileBody file={file} shown={shown} />;
  }
}

interface BodyProps {
  file: WholePublicContent & { file_id: string };
  shown: FileShown;
}
/** `isShown` is false for what browsers do not show in place. */
type MediaProps = BodyProps & { isShown: boolean };

function ImageBody({ file, shown, isShown }: MediaProps) {
  const picture = usePicture(shown);
  const preview = file.preview?.kind === 'picture' ? file.preview : null;
  const note = isShown ? null : `${preview ? 'This is a smaller copy. ' : ''}${notHere(file, 'show', 'see')}`;
  return (
    <figure className="media">
      {(isShown || preview !== null) && shown.failure === null && (
        <img
          key={shown.tries}
          {...picture}
          className={isSmall(preview) ? 'picture picture-small' : 'picture'}
          src={isShown ? fileAt(file.file_id) : thumbnailOf(file.file_id)}
          alt={file.title}
          width={preview?.width}
          height={preview?.height}
        />
      )}
      <Take file={file} shown={shown} note={note} verb="see" />
    </figure>
  );
}

function VideoBody({ file, shown, isShown }: MediaProps) {
  const media = useMedia<HTMLVideoElement>(shown);
  const preview = file.preview?.kind === 'picture' ? file.preview : null;
  const poster = preview ? thumbnailOf(file.file_id) : undefined;
  return (
    <figure className="media">
      {isShown && shown.failure === null ? (
        <video
          key={shown.tries}
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
      <Take file={file} shown={shown} note={isShown ? null : notHere(file, 'play', 'watch')} verb="watch" />
    </figure>
  );
}

/** The first frame of a film that does not play here. */
function StillPicture({ file, picture }: Pick<BodyProps, 'file'> & { picture: { width: number; height: number } }) {
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

function AudioBody({ file, shown, isShown }: MediaProps) {
  const media = useMedia<HTMLAudioElement>(shown);
  const [heard, setHeard] = useState(0);
  return (
    <figure className="media">
      <div className="player">
        {file.preview?.kind === 'waveform' && <Waveform peaks={file.preview.peaks} bars={PLAYER_BARS} heard={heard} />}
        {isShown && shown.failure === null && (
          <audio
            key={shown.tries}
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
      <Take file={file} shown={shown} note={isShown ? null : notHere(file, 'play', 'hear')} verb="hear" />
    </figure>
  );
}

function FileBody({ file, shown }: BodyProps) {
  return (
    <figure className="media media-file">
      <div className="stand-in" aria-hidden="true">
        <Thumbnail content={file} />
      </div>
      <Take file={file} shown={shown} note={null} verb="see" />
    </figure>
  );
}

/** What somebody would do with it. */
type Verb = 'see' | 'watch' | 'hear';

interface TakeProps extends BodyProps {
  /** Why it is not shown in place, where no browser shows its like. */
  note: string | null;
  verb: Verb;
}

/** What it is called, how large it is, the way to have it, and what became of it. */
function Take({ file, shown, note, verb }: TakeProps) {
  const { original_filename, size } = file.metadata;
  const { failure, tryAgain, download } = shown;
  const words = failure ? FAILURES[failure](verb) : note;
  return (
    <figcaption className="take">
      {words && (
        <p className="note" role={failure ? 'alert' : undefined}>
          {words}
        </p>
      )}
      <p className="take-name">
        {original_filename ?? file.title} <span className="soft">{inMegabytes(size)}</span>
      </p>
      {failure === 'away' && (
        <button type="button" className="btn btn-secondary" onClick={tryAgain}>
          Try again
        </button>
      )}
      {(failure === null || failure === 'unplayable') && (
        // Without the attribute `download`: without scripts a refusal must be a page, and not a download that fails.
        <a className="btn btn-secondary" href={`${fileAt(file.file_id)}?download`} onClick={download}>
          Download
        </a>
      )}
    </figcaption>
  );
}

const FAILURES: Record<Failure, (verb: Verb) => string> = {
  damaged: () => DAMAGED_FILE,
  away: () => 'We cannot reach this file just now. Nothing was lost.',
  gone: () => 'This file cannot be found any more. It may have been deleted, or made private.',
  unplayable: (verb) => `This browser cannot show or play it. Download it to ${verb} it with a program of your own.`,
};

/** What cannot be shown or played in this browser is told with its kind, since that is what people know it by. */
function notHere({ metadata }: BodyProps['file'], does: 'show' | 'play', verb: Verb): string {
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
