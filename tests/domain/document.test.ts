import { describe, expect, test } from 'vitest';
import { opensWith } from '#app/contents/opens-with.ts';
import { documentKind } from '#domain/content/document.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';
const UNKNOWN = 'application/octet-stream';

describe('a document', () => {
  test.each([
    ['application/pdf', 'Deed.pdf', 'pdf'],
    [`${OFFICE}.wordprocessingml.document`, 'Will.docx', 'word'],
    [`${OFFICE}.spreadsheetml.sheet`, 'Accounts.xlsx', 'excel'],
    [`${OFFICE}.presentationml.presentation`, 'Talk.pptx', 'powerpoint'],
    [`${OPEN}.text`, 'Will.odt', 'open-text'],
    [`${OPEN}.spreadsheet`, 'Accounts.ods', 'open-table'],
    [`${OPEN}.presentation`, 'Talk.odp', 'open-slides'],
    ['application/epub+zip', 'Poems.epub', 'book'],
    ['application/x-7z-compressed', 'photos.7z', 'archive'],
    ['image/svg+xml', 'house.svg', 'picture'],
    ['video/x-msvideo', 'sea.avi', 'video'],
    ['audio/mpeg', 'tune.mp3', 'recording'],
  ])('of the content type %s (%s) is known by it', (contentType, name, kind) => {
    expect(documentKind(contentType, name)).toBe(kind);
  });

  test.each([
    ['application/x-cfb', 'Will.DOC', 'word'],
    ['application/x-cfb', 'Accounts.xls', 'excel'],
    ['application/zip', 'Letter.pages', 'pages'],
    ['application/zip', 'photos.zip', 'zip'],
    ['application/zip', 'photos', 'zip'],
    ['text/plain', 'notes.txt', 'text'],
    ['text/plain', 'people.csv', 'table'],
    [UNKNOWN, 'Ana.vcf', 'contact'],
    [UNKNOWN, 'letter.eml', 'mail'],
    [UNKNOWN, 'model.stl', null],
    [UNKNOWN, 'no ending', null],
  ])('of the content type %s, which says little, is known by its name %s', (contentType, name, kind) => {
    expect(documentKind(contentType, name)).toBe(kind);
  });

  test('is what its bytes say, and not what its name says', () => {
    expect(documentKind('application/x-msdownload', 'Will.docx')).toBeNull();
    expect(documentKind('application/pdf', 'Will.docx')).toBe('pdf');
  });

  test('that nobody knows is named by its format, where it has one', () => {
    expect(opensWith(UNKNOWN, 'model.stl')).toBe(
      'A file in the format STL. You need a program that opens this format.',
    );
    expect(opensWith(UNKNOWN, 'model')).toBe('You need a program that opens files like this one.');
    expect(opensWith(`${OPEN}.text`, 'Will.odt')).toBe('An OpenDocument text. LibreOffice and Word open it.');
  });
});
