import type { ReactNode } from 'react';
import { Letter } from '#app/components/content/letter.tsx';
import { opensWith } from '#app/contents/opens-with.ts';
import type { Absence } from '#app/http/absences.ts';
import { isPdf } from '#domain/content/content.ts';
import { copyName, fileFormat } from '#domain/content/file-name.ts';
import { isShownInline } from '#domain/content/media.ts';
import { damageTexts } from '#messages/en/damage.ts';
import { frame } from '#messages/en/frame.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { sayMegabytes } from '#messages/sizes.ts';
import { oneLine } from '#services/mails/words.ts';
import type { DeliveredItem } from '#services/recipients/items.ts';
import { LinkButton } from './layout.tsx';

const TEXTS = recipientPages.file;

type DeliveredFile = Extract<DeliveredItem, { file_id: string }>;

interface ItemProps<Item> {
  item: Item;
  /** The path of the recipient's page. */
  path: string;
}

/** @returns the title as one line */
export function titleOf({ title }: { title: string }): string {
  return oneLine(title) || say(frame.untitled);
}

/**
 * One item: a letter set as a letter, anything else with a way to download it.
 * @param props.absent the originals that cannot be shown, by id
 */
export function DeliveredBody({
  item,
  path,
  absent,
}: ItemProps<DeliveredItem> & { absent: Readonly<Record<string, Absence>> }) {
  if (item.type === 'text') return <Letter text={item.content} lang="" />;
  const absence = absent[item.file_id];
  return (
    <>
      <Caption item={item} />
      {item.copy ? (
        <CopiedPicture item={item} path={path} copy={item.copy} isDamaged={absence === 'damaged'} />
      ) : absence ? (
        <AbsentFile item={item} path={path} absence={absence} />
      ) : item.is_sealed ? (
        <SealedFile item={item} path={path} />
      ) : (
        <ShownFile item={item} path={path} />
      )}
    </>
  );
}

/** Above its file, also where the file cannot be shown. */
function Caption({ item: { caption } }: { item: DeliveredFile }) {
  return caption ? <Letter text={caption} lang="" /> : null;
}

function ShownFile({ item, path }: ItemProps<DeliveredFile>) {
  const address = `${path}/file/${item.file_id}`;
  const note = noteOn(item);
  const shown = isShownInline(item.content_type) ? inPlace(item, address) : standIn(item, address);
  return (
    <FileFrame shown={shown} item={item}>
      <p>
        {isPdf(item.content_type) && (
          <>
            <ReadLink address={address} className="btn btn-secondary">
              {say(TEXTS.read)}
            </ReadLink>{' '}
          </>
        )}
        <a className="btn btn-secondary" href={`${address}?download`}>
          {say(TEXTS.download, { type: item.type })}
        </a>
      </p>
      {note && <p className="small">{note}</p>}
    </FileFrame>
  );
}

/** Nothing of it can be shown here: it opens on a page that has a script, or on the recipient's own device. */
function SealedFile({ item, path }: ItemProps<DeliveredFile>) {
  return (
    <figure className="thing">
      <figcaption>
        {[TEXTS.sealed, TEXTS['sealed-ways'], TEXTS['sealed-next']].map((text) => (
          <p key={text.id}>{say(text)}</p>
        ))}
        <p>
          <LinkButton look="primary" href={`${path}/open/${item.file_id}`}>
            {say(TEXTS['open-sealed'])}
          </LinkButton>
        </p>
        <p>
          <LinkButton look="secondary" href={`${path}/file/${item.file_id}/parcel.zip`}>
            {say(TEXTS['download-parcel'], { size: sayMegabytes(item.size) })}
          </LinkButton>
        </p>
      </figcaption>
    </figure>
  );
}

/** To the browser's own viewer. In a new tab: this page answered a form, and going back to it would ask to send that again. */
function ReadLink({ address, className, children }: { address: string; className?: string; children: ReactNode }) {
  return (
    <a className={className} href={`${address}?read`} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

interface CopiedPictureProps extends ItemProps<DeliveredFile> {
  copy: NonNullable<DeliveredFile['copy']>;
  /** Whether the original is damaged. */
  isDamaged: boolean;
}

/** A picture that few browsers show: its JPEG, and the original as a second download. */
function CopiedPicture({ item, path, copy, isDamaged }: CopiedPictureProps) {
  const address = `${path}/file/${copy.file_id}`;
  return (
    <FileFrame
      shown={inPlace(item, address)}
      item={{ ...item, size: copy.size, original_filename: copyName(item.original_filename) }}
    >
      <p>
        <a className="btn btn-secondary" href={`${address}?download`}>
          {say(TEXTS.download, { type: item.type })}
        </a>
      </p>
      <p className="small">
        {isDamaged ? (
          say(TEXTS['original-damaged'])
        ) : (
          <>
            {say(TEXTS.copied)} <OriginalLink item={item} path={path} />
          </>
        )}
      </p>
    </FileFrame>
  );
}

function OriginalLink({ item, path }: ItemProps<DeliveredFile>) {
  const format = fileFormat(item.original_filename);
  return (
    <a href={`${path}/file/${item.file_id}?download`}>
      {format ? say(TEXTS['download-original'], { format }) : say(TEXTS['download-original-unnamed'])}
    </a>
  );
}

/** Why a file cannot be shown now, and what the recipient can still do. */
function AbsentFile({ item, path, absence }: ItemProps<DeliveredFile> & { absence: Absence }) {
  if (absence === 'damaged') return <FileFrame shown={<p>{say(damageTexts.file)}</p>} item={item} />;
  return (
    <FileFrame shown={<p>{say(TEXTS.away, { type: item.type })}</p>} item={item}>
      <p>
        <a className="btn btn-secondary" href={path}>
          {say(TEXTS['try-again'])}
        </a>
      </p>
    </FileFrame>
  );
}

interface FileFrameProps {
  shown: ReactNode;
  item: DeliveredFile;
  children?: ReactNode;
}

function FileFrame({ shown, item: { original_filename, size }, children }: FileFrameProps) {
  return (
    <figure className="thing">
      {shown}
      <figcaption>
        <p className="small" dir="auto">
          {say(TEXTS.name, { name: oneLine(original_filename), size: sayMegabytes(size) })}
        </p>
        {children}
      </figcaption>
    </figure>
  );
}

function inPlace({ type, title, has_thumbnail }: DeliveredFile, address: string): ReactNode {
  const label = titleOf({ title });
  switch (type) {
    case 'image':
      return <img src={address} alt={label} loading="lazy" />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what people leave has no captions.
        <video
          src={address}
          // Some phones show nothing of a video before it plays.
          poster={has_thumbnail ? thumbnailOf(address) : undefined}
          controls
          playsInline
          preload="metadata"
          aria-label={label}
        />
      );
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: what people leave has no captions.
      return <audio src={address} controls preload="metadata" aria-label={label} />;
    case 'file':
      return null;
  }
}

/** Our thumbnail of what browsers do not show in the page; of a PDF its first page. */
function standIn({ title, content_type, has_thumbnail }: DeliveredFile, address: string): ReactNode {
  if (!has_thumbnail) return null;
  const picture = <img src={thumbnailOf(address)} alt={titleOf({ title })} loading="lazy" />;
  return isPdf(content_type) ? <ReadLink address={address}>{picture}</ReadLink> : picture;
}

function thumbnailOf(address: string): string {
  return `${address}/thumbnail`;
}

/** A page without a script cannot find out what the device shows, so it says what to do where it does not. */
function noteOn(item: DeliveredFile): string | null {
  const { type, content_type, has_thumbnail } = item;
  if (type === 'file') return opensWith(content_type, item.original_filename);
  if (isShownInline(content_type)) return type === 'image' ? null : say(TEXTS['if-silent'], { type });
  const format = fileFormat(item.original_filename);
  const few = format ? say(TEXTS['few-show'], { type, format }) : say(TEXTS['few-show-unnamed'], { type });
  const small = has_thumbnail ? [say(TEXTS['small-picture'], { type })] : [];
  return [few, ...small, say(TEXTS['download-and-open'], { type })].join(' ');
}
