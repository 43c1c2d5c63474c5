import { type ReactElement, type ReactNode, useState } from 'react';
import { Thumbnail, thumbnailOf, useBrokenImage } from '#app/components/thumbnail.tsx';
import {
  type Failure,
  type FileShown,
  useFileShown,
  useMedia,
  usePicture,
} from '#app/components/upload/file-failure.ts';
import { Waveform } from '#app/components/waveform.tsx';
import { inMegabytes, isPdf } from '#domain/content/content.ts';
import { fileFormat } from '#domain/content/file-name.ts';
import { isShownInline } from '#domain/content/media.ts';
import { contentBody } from '#messages/en/content-body.ts';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import type { WholePublicContent } from '#services/contents/read-contents.ts';
import { Letter } from './letter.tsx';

/** How many bars fit beside each other on a phone. */
const PLAYER_BARS = 64;

interface ContentBodyProps {
  content: WholePublicContent;
  /** What opens a document; null for every other content. */
  opensWith: string | null;
  /** Its owner can read a PDF in the browser. */
  isOwn?: boolean;
  /** The address below which its owner opens or downloads a sealed item; null for every other content. */
  sealedAt?: string | null;
}

/** A content: a letter to read, a picture, a player, or a file to download. */
export function ContentBody({ content, ...others }: ContentBodyProps) {
  const { file_id } = content;
  if (file_id === null) return <Letter text={content.content} />;
  // The key: the failure of another file is not this one's.
  return <FileContent key={file_id} file={{ ...content, file_id }} {...others} />;
}

type FileContentProps = Omit<ContentBodyProps, 'content'> & Pick<BodyProps, 'file'>;

function FileContent({ file, opensWith, isOwn = false, sealedAt }: FileContentProps): ReactElement {
  const shown = useFileShown(fileAt(file.file_id));
  const { content_type: contentType } = file.metadata;
  const props = { file, shown, isShown: isShownInline(contentType) };
  switch (file.type) {
    case 'image':
      return <ImageBody {...props} />;
    case 'video':
      return <VideoBody {...props} />;
    case 'audio':
      return <AudioBody {...props} />;
    case 'text':
    case 'file':
      return (
        <DocumentBody
          file={file}
          shown={shown}
          note={opensWith}
          isReadable={isOwn && isPdf(contentType)}
          sealedAt={sealedAt}
        />
      );
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
  const reason = isShown ? null : unsupported(file, 'see');
  const note = reason && preview ? say(contentBody.smallerCopy, { reason }) : reason;
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
      <DownloadPart file={file} shown={shown} note={note} verb="see" />
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
      <DownloadPart file={file} shown={shown} note={isShown ? null : unsupported(file, 'watch')} verb="watch" />
    </figure>
  );
}

/** The first frame of a video that this browser does not play. */
function StillPicture({ file, picture }: Pick<BodyProps, 'file'> & { picture: { width: number; height: number } }) {
  const { isBroken, image } = useBrokenImage();
  if (isBroken) return null;
  return (
    <img
      {...image}
      className="picture"
      src={thumbnailOf(file.file_id)}
      alt={say(contentBody.firstFrame, { title: file.title })}
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
      <DownloadPart file={file} shown={shown} note={isShown ? null : unsupported(file, 'hear')} verb="hear" />
    </figure>
  );
}

interface DocumentProps extends BodyProps {
  note: string | null;
  isReadable: boolean;
  sealedAt?: string | null;
}

/** A document, with the first page of a PDF. */
function DocumentBody({ file, shown, note, isReadable, sealedAt }: DocumentProps) {
  const page = file.preview?.kind === 'picture' ? file.preview : null;
  const { isBroken, image } = useBrokenImage();
  const readHref = isReadable ? `${fileAt(file.file_id)}?read` : null;
  const picture = page && !isBroken && (
    <img
      {...image}
      className="picture"
      src={thumbnailOf(file.file_id)}
      alt={say(contentBody.firstPage, { title: file.title })}
      width={page.width}
      height={page.height}
    />
  );
  return (
    <figure className={picture ? 'media' : 'media media-file'}>
      {picture && readHref ? <ReadLink href={readHref}>{picture}</ReadLink> : picture}
      {!picture && (
        <div className="stand-in" aria-hidden="true">
          <Thumbnail content={{ ...file, preview: null }} />
        </div>
      )}
      <DownloadPart file={file} shown={shown} note={note} verb="see" readHref={readHref} sealedAt={sealedAt} />
    </figure>
  );
}

/** To the browser's own viewer. */
function ReadLink(props: { href: string; className?: string; children: ReactNode }) {
  return <a {...props} target="_blank" rel="noopener" />;
}

/** What a person does with the file. */
type Verb = 'see' | 'watch' | 'hear';

interface DownloadPartProps extends BodyProps {
  /** Why it is not shown in place, or what opens it; null where it is shown. */
  note: string | null;
  verb: Verb;
  /** Where the browser's own viewer reads it; null where it is only downloaded. */
  readHref?: string | null;
  sealedAt?: string | null;
}

/** The name and size of a file, why it is not shown, and the button that downloads it. */
function DownloadPart({ file, shown, note, verb, readHref, sealedAt }: DownloadPartProps) {
  const { original_filename, size } = file.metadata;
  const { failure, tryAgain, download } = shown;
  const text = failure ? failureText(failure, verb) : note;
  return (
    <figcaption className="take">
      {text && (
        <p className="note" role={failure ? 'alert' : undefined}>
          {text}
        </p>
      )}
      <p className="take-name">
        {original_filename ?? file.title} <span className="soft">{inMegabytes(size)}</span>
      </p>
      {failure === 'away' && (
        <button type="button" className="btn btn-secondary" onClick={tryAgain}>
          {say(contentBody.again)}
        </button>
      )}
      {readHref && failure === null && (
        <ReadLink className="btn btn-secondary" href={readHref}>
          {say(contentBody.read)}
        </ReadLink>
      )}
      {sealedAt && failure === null && (
        // A document of its own: its policy differs, and nothing of the application runs where words are typed.
        <a className="btn btn-primary" href={`${sealedAt}/open`}>
          {say(contentBody.openSealed)}
        </a>
      )}
      {(failure === null || failure === 'unplayable') && (
        // No attribute `download`: without scripts a refusal must be a page, not a failed download.
        <a
          className="btn btn-secondary"
          href={sealedAt ? `${sealedAt}/parcel.zip` : `${fileAt(file.file_id)}?download`}
          onClick={download}
        >
          {say(contentBody.download)}
        </a>
      )}
    </figcaption>
  );
}

function failureText(failure: Failure, verb: Verb): string {
  if (failure === 'damaged') return say(damageTexts.file);
  return say(failure === 'unplayable' ? contentBody.unplayable[verb] : contentBody[failure]);
}

/** Names the format, by which people know such a file. */
function unsupported({ metadata }: BodyProps['file'], verb: Verb): string {
  const format = fileFormat(metadata.original_filename ?? '');
  return format ? say(contentBody.unsupported[verb], { format }) : say(contentBody.unsupportedLikeThis[verb]);
}

function fileAt(fileId: string): string {
  return `/api/content/file/${fileId}`;
}

/** A small picture is not enlarged to fill the sheet. */
function isSmall(picture: { width: number; height: number } | null): boolean {
  return picture !== null && Math.max(picture.width, picture.height) < 320;
}
