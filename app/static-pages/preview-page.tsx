/** A delivery as its recipient would see it, for its owner alone: the message, and the page before and after opening. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Absence } from '#app/http/absences.ts';
import { DELIVERY_TESTS } from '#domain/accounts/limits.ts';
import { directionOf, type Language } from '#domain/language.ts';
import { placeOf } from '#domain/time/written.ts';
import { fullDateTime } from '#messages/dates.ts';
import { previewPage as TEXTS } from '#messages/en/preview-page.ts';
import { say } from '#messages/say.ts';
import { type InvitationInput, invitationParts } from '#services/mails/invitations.ts';
import { oneLine } from '#services/mails/words.ts';
import { inLanguage } from '#services/reader-language.ts';
import type { Preview, PreviewedMessage } from '#services/recipients/preview.ts';
import { InvitationPage } from './invitation-pages.tsx';
import { InPreview, LinkForm, PageTitle, Submit } from './layout.tsx';
import { OpenedPage } from './opened-pages.tsx';

/** Below it are the files, for the signed-in owner (app/routes/schedule-preview-file.ts). */
const FILES = '/schedule/preview';

/** Where the preview came from. */
export type PreviewSource = { kind: 'delivery' | 'change'; id: string } | { kind: 'form' };

/** A preview, and the files of it that cannot be shown, by id. */
export interface ShownPreview {
  preview: Preview;
  absent: Readonly<Record<string, Absence>>;
}

interface PreviewProps extends ShownPreview {
  source: PreviewSource;
}

export function PreviewPage({ preview, absent, source }: PreviewProps) {
  const { recipient, message, channel, address, language } = preview;
  return (
    <>
      <PageTitle>{say(TEXTS.title)}</PageTitle>
      <p className="mark">{say(TEXTS.mark)}</p>
      <h1>{say(TEXTS.heading, { recipient: oneLine(recipient) })}</h1>
      <Lead preview={preview} />
      <Next source={source} />
      <section>
        <h2>{say(TEXTS.message[channel])}</h2>
        <div className="shown">
          <p className="small">{say(TEXTS.to, { recipient: address })}</p>
          <ShownMessage message={message} language={language} />
        </div>
      </section>
      <RecipientParts preview={preview} absent={absent} />
    </>
  );
}

/** The recipient's page alone, marked as a preview. */
export function PreviewedPage({ preview, absent }: ShownPreview) {
  return (
    <>
      <PageTitle>{say(TEXTS.title)}</PageTitle>
      <p className="mark">{say(TEXTS.mark)}</p>
      <RecipientParts preview={preview} absent={absent} />
    </>
  );
}

function Lead({ preview: { page } }: Pick<PreviewProps, 'preview'>) {
  const { type, sent_on, time_zone } = page;
  const when = fullDateTime(sent_on, time_zone);
  return (
    <p className="lead">
      {say(TEXTS.lead, { type, when, place: placeOf(time_zone) })} {say(TEXTS.inert)}
    </p>
  );
}

/** How to go on from here. */
function Next({ source }: Pick<PreviewProps, 'source'>) {
  if (source.kind === 'form') return <p>{say(TEXTS.unsaved)}</p>;
  if (source.kind === 'change') return <p>{say(TEXTS.unsavedChange)}</p>;
  return (
    <>
      <LinkForm path={`/schedule/${source.id}/test`}>
        <Submit look="secondary">{say(TEXTS.test)}</Submit>
      </LinkForm>
      <p className="small">{say(TEXTS.testNote, { max: DELIVERY_TESTS.tries })}</p>
      <p>
        <a href={`/schedule/${source.id}`}>{say(TEXTS.back)}</a>
      </p>
    </>
  );
}

function ShownMessage({ message, language }: { message: PreviewedMessage; language: Language }) {
  if (message.kind === 'email') return <ShownMail mail={message.mail} language={language} />;
  return (
    <div lang={language} dir={directionOf(language)}>
      {message.text.split(/\n+/).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

/** The sentences of the mail, in its order. */
function ShownMail({ mail, language }: { mail: InvitationInput; language: Language }) {
  const { subject, heading, paragraphs, action, notes, why } = inLanguage(language, () => invitationParts(mail));
  return (
    <div lang={language} dir={directionOf(language)}>
      <p lang="en" dir="auto">
        <b>{say(TEXTS.subject, { subject })}</b>
      </p>
      {mail.senderEmail && (
        <p className="small" lang="en" dir="ltr">
          {say(TEXTS.replies, { email: mail.senderEmail })}
        </p>
      )}
      <h3>{heading}</h3>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <InPreview>
        <p>
          <Submit>{action.label}</Submit>
        </p>
      </InPreview>
      {[...notes, ...why].map((text) => (
        <p className="small" key={text}>
          {text}
        </p>
      ))}
    </div>
  );
}

function RecipientParts({ preview: { page, language }, absent }: ShownPreview) {
  return (
    <>
      <section>
        <h2>{say(TEXTS.before)}</h2>
        <InTheirLanguage language={language}>
          <InvitationPage invitation={page} path={FILES} now={new Date(page.sent_on)} />
        </InTheirLanguage>
      </section>
      <section>
        <h2>{say(TEXTS.after)}</h2>
        <InTheirLanguage language={language}>
          <OpenedPage delivery={page} path={FILES} absent={absent} />
        </InTheirLanguage>
      </section>
    </>
  );
}

/** A page of the recipient within the owner's, which is in another language: so it is rendered by itself. */
function InTheirLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const __html = inLanguage(language, () => renderToStaticMarkup(<InPreview>{children}</InPreview>));
  return <div className="shown" lang={language} dir={directionOf(language)} dangerouslySetInnerHTML={{ __html }} />;
}
