import { catalogue } from '../catalogue.ts';

/** What a document is and what opens it, by its kind (domain/content/document.ts). */
export const documentTexts = catalogue('documents', {
  pdf: 'A PDF. Browsers and almost all phones and computers open it.',
  word: 'A Word document. Word, Pages and LibreOffice open it.',
  excel: 'An Excel spreadsheet. Excel, Numbers and LibreOffice open it.',
  powerpoint: 'A PowerPoint presentation. PowerPoint, Keynote and LibreOffice open it.',
  'open-text': 'An OpenDocument text. LibreOffice and Word open it.',
  'open-table': 'An OpenDocument spreadsheet. LibreOffice and Excel open it.',
  'open-slides': 'An OpenDocument presentation. LibreOffice and PowerPoint open it.',
  pages: 'A Pages document. Pages opens it on Apple devices, and iCloud.com in a browser.',
  numbers: 'A Numbers spreadsheet. Numbers opens it on Apple devices, and iCloud.com in a browser.',
  keynote: 'A Keynote presentation. Keynote opens it on Apple devices, and iCloud.com in a browser.',
  'rich-text': 'A formatted text. Word, Pages and LibreOffice open it.',
  table: 'A table. Excel, Numbers and LibreOffice open it.',
  book: 'An e-book. Apple Books and other e-book readers open it.',
  mail: 'A saved email. Outlook opens it, and often other mail programs do, too.',
  calendar: 'A calendar entry. The calendar of a phone or computer opens it.',
  contact: 'A contact card. The contacts of a phone or computer open it.',
  'web-page': 'A saved web page. Any browser opens it.',
  text: 'A plain text. Any phone or computer opens it.',
  zip: 'A ZIP archive, which holds other files. Any computer and most phones open it.',
  archive: 'An archive, which holds other files. 7-Zip on Windows and The Unarchiver on a Mac open it.',
  picture: 'A picture. Most phones and computers open it.',
  video: 'A video. Most phones and computers play it. If yours doesn’t, VLC does.',
  recording: 'A recording. Most phones and computers play it. If yours doesn’t, VLC does.',
  sealed:
    'A sealed item: only its six words, or two of its three parts, open it. Not even Stillhere can. You can open it here in your browser, and the download has a page that opens it without us. It has no small picture and no preview, and search does not find its words: we cannot read them.',
  other: 'A file in the format {format}. You need a program that opens this format.',
  unnamed: 'You need a program that opens files like this one.',
});
