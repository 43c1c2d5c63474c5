/** The page behind "To get nothing more from us": static, light, with two choices that can both be taken back. */
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { StopPage, StopTrouble } from '#app/static-pages/stop-page.tsx';
import { CODES, expectToBeStatic, markupOf } from './static-page.tsx';

const PATH = '/stop/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const page = (person: boolean, stillhere: boolean, isDone = false, sender_name: string | null = 'Helena Duarte') => (
  <StopPage stopping={{ sender_name, person, stillhere }} path={PATH} isDone={isDone} isAsking={false} />
);
const asking = (stillhere: boolean) => (
  <StopPage stopping={{ sender_name: 'Helena Duarte', person: false, stillhere }} path={PATH} isDone={false} isAsking />
);
const PAGES: Record<string, ReactNode> = {
  asking: page(false, false),
  'asking about Stillhere': asking(false),
  'nothing more from the person': page(true, false, true),
  'nothing more at all': page(false, true, true),
  'of a deleted account': page(false, false, false, null),
  ...Object.fromEntries(
    CODES.map((code) => [`refused: ${code}`, <StopTrouble key={code} code={code} explanation="No." />]),
  ),
};

test.each(Object.entries(PAGES))('the page "%s" is static and light', (_name, one) => expectToBeStatic(one));

test('stops one person with one press, and Stillhere only after a page that names what is lost', () => {
  const markup = markupOf(page(false, false));
  expect(markup).toContain(`<form action="${PATH}?from=person" method="post">`);
  expect(markup).not.toContain(`<form action="${PATH}?from=stillhere"`);
  expect(markup).toContain(`<a href="${PATH}?from=stillhere">Nothing more from Stillhere</a>`);
  expect(markup).toContain('Nothing more from Helena Duarte');
  const last = markupOf(asking(false));
  expect(last).toContain(`<form action="${PATH}?from=stillhere" method="post">`);
  expect(last).toContain('You would miss letters and files from everyone, even a last letter.');
  expect(last).toContain('you would not hear from us in an emergency');
  expect(last).not.toContain('from=person');
  expect(markupOf(asking(true))).toContain(`<form action="${PATH}?undo=stillhere" method="post">`);
});

test('says what was decided, and offers to take it back', () => {
  const markup = markupOf(page(true, true, true));
  expect(markup).toContain('You get nothing more from Helena Duarte.');
  expect(markup).toContain('You get nothing more from Stillhere.');
  expect(markup).toContain(`<form action="${PATH}?undo=person" method="post">`);
  expect(markup).toContain(`<form action="${PATH}?undo=stillhere" method="post">`);
});

test('names nobody when the account was deleted', () => {
  expect(markupOf(page(false, false, false, null))).toContain('Nothing more from this person');
});
