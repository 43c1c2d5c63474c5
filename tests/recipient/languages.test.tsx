/** Every mail and page of recipients and contacts in each language: no sentence of any is said in English. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { AskedPage, AskedTrouble } from '#app/static-pages/asked-page.tsx';
import { LaterPage } from '#app/static-pages/choices.tsx';
import { ContactPage } from '#app/static-pages/contact-page.tsx';
import { GenuinePage } from '#app/static-pages/genuine-page.tsx';
import { LanguageChoice } from '#app/static-pages/language-choice.tsx';
import { StaticDocument } from '#app/static-pages/layout.tsx';
import { EmergencyTrouble, FileTrouble } from '#app/static-pages/link-troubles.tsx';
import { OpenSealedPage } from '#app/static-pages/open-sealed-page.tsx';
import { QuestionPage } from '#app/static-pages/question-page.tsx';
import { StopPage, StopTrouble } from '#app/static-pages/stop-page.tsx';
import { CONTACT, CONTACT_WATCH, DURESS, LINK, REACH, STOP, WRITTEN } from '#dev/mail-samples/facts.ts';
import { CONTACT_ROLES } from '#domain/contacts/contacts.ts';
import type { ContentType } from '#domain/content/content.ts';
import { CONTACT_ACTS } from '#domain/emergency/say.ts';
import { directionOf, LANGUAGES } from '#domain/language.ts';
import { chooseLocale } from '#messages/say.ts';
import { type TranslatedLanguage, translationIn } from '#messages/translations.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import { accountMail } from '#services/mails/account.ts';
import { contactAsked } from '#services/mails/contact-asks.ts';
import { otherConfirmed, otherHeard } from '#services/mails/contact-words.ts';
import { contactTest } from '#services/mails/contacts.ts';
import { duressBegan, duressEnded } from '#services/mails/duress.ts';
import { allClear, contactNotified, undelivered, witnessTold } from '#services/mails/emergency-contacts.ts';
import { invitation, recipientReminder, releaseInvitation } from '#services/mails/invitations.ts';
import type { Mail } from '#services/mails/layout.ts';
import { NO_WORDS } from '#tests/harness/no-words.ts';
import { CODES } from '#tests/static-pages/static-page.tsx';
import { DELIVERY, PAGES as RECIPIENTS_PAGES } from './page-samples.tsx';

const TRANSLATED = LANGUAGES.filter((language): language is TranslatedLanguage => language !== 'en');
const TYPES: ContentType[] = ['text', 'image', 'video', 'audio', 'file'];

afterEach(() => chooseLocale('en', () => undefined));

/** Speaks the language, and records what it lacks. */
function speak(language: TranslatedLanguage): Set<string> {
  const missed = new Set<string>();
  const translation = translationIn(language);
  chooseLocale(language, (id) => {
    const message = translation(id);
    if (message === undefined) missed.add(id);
    return message;
  });
  return missed;
}

const RELEASE = { ...WRITTEN, types: { text: 2, image: 11, file: 1 }, silentSince: WRITTEN.writtenAt, stop: STOP };

/** @returns every mail, written now */
function mails(): Mail[] {
  return [
    ...TYPES.map((type) => invitation({ ...WRITTEN, type, stop: STOP })),
    invitation({
      ...WRITTEN,
      recipientName: null,
      senderEmail: null,
      title: '',
      writtenAt: WRITTEN.sentAt,
      expiresAt: null,
    }),
    releaseInvitation(RELEASE),
    releaseInvitation({ ...RELEASE, recipientName: null, senderName: ' ', expiresAt: null }),
    contactNotified(CONTACT_WATCH, CONTACT),
    contactNotified({ ...CONTACT_WATCH, contactName: '', releasedAt: WRITTEN.sentAt }, CONTACT),
    ...(['link', 'account', 'off', 'unknown'] as const).map((by) => allClear({ ...CONTACT_WATCH, by }, CONTACT)),
    undelivered(CONTACT_WATCH, CONTACT),
    contactTest(REACH, LINK, STOP),
    invitation({ ...WRITTEN, types: { text: 2, audio: 1 }, isAsked: true, stop: STOP }),
    recipientReminder({ ...WRITTEN, stop: STOP }),
    witnessTold(CONTACT_WATCH, CONTACT),
    duressBegan(DURESS, LINK, STOP),
    ...(['owner', 'time'] as const).map((by) => duressEnded({ ...DURESS, contactName: '', by }, LINK, STOP)),
    otherHeard({ ...CONTACT_WATCH, heldUntil: WRITTEN.sentAt }, CONTACT),
    otherConfirmed({ ...CONTACT_WATCH, confirmations: { needed: 2, given: 1 } }, CONTACT),
    ...CONTACT_ROLES.map((role) => contactAsked({ ...REACH, role }, LINK, STOP)),
    accountMail('owner-deleted', LINK, STOP),
  ];
}

const ABOUT = {
  ...CONTACT_WATCH,
  ...NO_WORDS,
  email: 'rui@example.com',
  notifiedAt: WRITTEN.writtenAt,
  safetyDays: 3,
  comesAt: null,
  others: ['Marta', 'Ana'],
  say: { can: CONTACT_ACTS, said: {} },
};
/** Each thing that a contact has said, and what follows. */
const SPOKEN = {
  ...ABOUT,
  heldUntil: WRITTEN.sentAt,
  raisedAt: WRITTEN.writtenAt,
  confirmations: { needed: 2, given: 1 },
  confirmableFrom: WRITTEN.sentAt,
  say: { can: [], said: Object.fromEntries(CONTACT_ACTS.map((act) => [act, WRITTEN.writtenAt])) },
};
const NEWS: ContactNews[] = [
  ...[true, false].flatMap((one) => [
    { ...ABOUT, kind: 'waiting' as const, isContact: one, isRunning: true },
    { ...ABOUT, kind: 'waiting' as const, isContact: true, isRunning: one },
  ]),
  ...(['sent', 'pending', 'failed', null] as const).flatMap((sent) =>
    [null, '/m/secret'].map((link) => ({
      ...ABOUT,
      kind: 'released' as const,
      releasedAt: link ? WRITTEN.sentAt : null,
      sent,
      links: link ? [link] : [],
      undelivered: link !== null,
    })),
  ),
  { ...ABOUT, kind: 'ended', by: 'link', at: WRITTEN.sentAt },
  { ...ABOUT, kind: 'ended', by: 'off', at: null },
  { kind: 'account-deleted' },
  ...[true, false].flatMap((one) => [
    { ...SPOKEN, kind: 'waiting' as const, isContact: one, isRunning: true },
    { ...SPOKEN, kind: 'waiting' as const, isContact: true, isRunning: true, isByRaise: one },
    { ...ABOUT, kind: 'quiet' as const, isContact: one, isRunning: true },
    { ...SPOKEN, kind: 'quiet' as const, isContact: true, isRunning: one },
  ]),
];
const ASKED = {
  ...{ ownerName: 'Helena', ownerEmail: 'helena@example.com', contactName: 'Rui', email: 'rui@example.com' },
  proposedEmail: 'rui@other.example',
};
const stop = { sender_name: 'Helena', person: false, stillhere: false };
const SENT = {
  sender: 'Helena',
  recipient: 'Ana',
  from: 'Helena',
  sentOn: WRITTEN.sentAt,
  timeZone: 'UTC',
  until: '…',
};
const OPENING = {
  config: '{}',
  label: 'x',
  sealedOn: 'x',
  number: 'x',
  ways: ['words', 'sheet', 'two'],
  size: 9,
} as const;

const PAGES: ReactNode[] = [
  ...Object.values(RECIPIENTS_PAGES),
  ...NEWS.map((news) => <ContactPage key="" news={news} path="/contact/x" support="help@example.com" />),
  ...NEWS.flatMap((news) => CONTACT_ACTS.map((act) => <ContactPage key="" news={news} path="/contact/x" act={act} />)),
  ...CONTACT_ROLES.flatMap((role) =>
    (['none', 'accepted', 'declined'] as const).map((answer) => (
      <AskedPage
        key=""
        asking={{ ...ASKED, role, answer }}
        path="/contact/x/answer"
        typed={answer === 'none' ? 'x' : null}
      />
    )),
  ),
  ...(['wrong', 'later', null] as const).map((reply) => (
    <QuestionPage key="" invitation={{ ...DELIVERY, question: 'Where?' }} path="/m/x" reply={reply} />
  )),
  <LaterPage key="" invitation={{ ...DELIVERY, remind_at: DELIVERY.sent_on }} path="/m/x" />,
  ...CODES.flatMap((code) => [
    <EmergencyTrouble key="" code={code} explanation={null} />,
    <AskedTrouble key="" code={code} explanation={null} />,
    <StopTrouble key="" code={code} explanation={null} />,
    <FileTrouble key="" code={code} explanation={null} />,
  ]),
  <GenuinePage
    key=""
    email="a@example.com"
    whatsapp="+351912345678"
    sms="+351912345678"
    address="https://a.example/"
  />,
  <StopPage key="" stopping={stop} path="/stop/x" isDone={false} isAsking={false} />,
  <StopPage key="" stopping={stop} path="/stop/x" isDone={false} isAsking />,
  <StopPage key="" stopping={{ sender_name: null, person: true, stillhere: true }} path="/x" isDone isAsking={false} />,
  <OpenSealedPage key="" {...OPENING} sent={SENT} parcelHref="/x" />,
  <OpenSealedPage key="" {...OPENING} sent={{ ...SENT, recipient: '' }} parcelHref="/x" />,
  <LanguageChoice key="" path="/m/x" />,
];

describe.each(TRANSLATED)('in %s', (language) => {
  test('no mail says anything in English, and each names its language and direction', () => {
    const missed = speak(language);
    for (const { html } of mails()) {
      const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : '';
      expect(html).toContain(`<html lang="${language}"${direction}>`);
    }
    expect([...missed], `said in English to readers of ${language}`).toEqual([]);
  });

  test('no page says anything in English', () => {
    const missed = speak(language);
    for (const page of PAGES) renderToStaticMarkup(<StaticDocument theme={null}>{page}</StaticDocument>);
    expect([...missed], `said in English to readers of ${language}`).toEqual([]);
  });

  test('mails lead to the pages that do not know their reader in the language', () => {
    speak(language);
    const { text } = contactTest(REACH, LINK, STOP);
    expect(text).toContain(`/genuine?language=${language}`);
    expect(text).toContain(`${STOP}?language=${language}`);
  });
});

test('dates, sizes and lists are written as the language does', () => {
  const pageIn = (language: TranslatedLanguage) => {
    speak(language);
    return renderToStaticMarkup(<StaticDocument theme={null}>{RECIPIENTS_PAGES['a release']}</StaticDocument>);
  };
  expect(pageIn('pt')).toMatch(/Duas cartas, uma imagem, um vídeo e um ficheiro\..*1 de abril de 2031.*12,30 MB/s);
  expect(pageIn('de')).toMatch(/Zwei Briefe, ein Bild, ein Video und eine Datei\..*1\. April 2031.*12,30 MB/s);
  expect(pageIn('ar')).toMatch(/رسالتان.*1 أبريل 2031/s);
});

test('an Arabic page is mirrored, and names from elsewhere keep their direction', () => {
  speak('ar');
  const page = renderToStaticMarkup(<StaticDocument theme={null}>{RECIPIENTS_PAGES.invitation}</StaticDocument>);
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain('\u2068Helena Duarte\u2069');
});

test('an English mail and page are as they were: without a direction, and with plain addresses', () => {
  const { html, text } = contactTest(REACH, LINK, STOP);
  expect(html).toContain('<html lang="en">');
  expect(`${html}${text}`).not.toContain('language=');
  const page = renderToStaticMarkup(<StaticDocument theme={null}>{RECIPIENTS_PAGES.invitation}</StaticDocument>);
  expect(page).toContain('<html lang="en">');
});
