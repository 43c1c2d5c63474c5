import { catalogue } from '../catalogue.ts';

/**
 * The page that opens a sealed item, for recipients, trusted contacts and its owner. Its script shows these texts, and the
 * server writes all of them: so they are in the page's language.
 */
export const openSealed = catalogue('open-sealed', {
  title: 'Open a sealed item',
  heading: '{sender} sealed this for you.',
  'heading-named': '{recipient}, {sender} sealed this for you.',
  'heading-own': 'Open “{label}” here.',
  lead: '“{label}” was sealed on {sealed}, and sent to you on {sent}. We cannot open it. You can.',
  'lead-own':
    'You sealed it on {sealed}. We cannot open it, and it stays sealed: what you open is shown in this window only.',
  ways: {
    legend: 'What do you have?',
    words: 'Six words',
    'words-hint': '{sender} wrote them down. Look in their papers, or in an old letter from them.',
    'words-hint-own': 'You wrote them down or printed them when you sealed it.',
    sheet: 'One sheet',
    'sheet-hint': 'A printed page with a square of dots. We add the part that we kept for you.',
    two: 'Two sheets',
    'two-hint': 'Sheet A and sheet B. Then our part is not needed.',
  },
  words: {
    label: 'Word {number, number}',
    hint: 'Type them in order. Capital letters do not matter.',
    unknown: 'This word is not one of ours. Compare it with what was written down, letter by letter.',
  },
  sheet: {
    first: 'The sheet',
    second: 'The other sheet',
    camera: 'With a camera',
    'use-camera': 'Use the camera',
    'camera-hint': 'Hold the square in front of it. The picture stays on this device.',
    view: 'What the camera sees',
    lines: 'Type the six lines',
    line: 'Line {number, number}',
    'line-right': 'Line {number, number} is right',
    'line-wrong':
      'Line {number, number} has a typing error. Compare it with the sheet, one by one. B and 8 look alike. So do 0 and D.',
    checksum: 'Checksum',
    'checksum-hint': 'The four signs below the lines. You can leave them out.',
  },
  submit: 'Open it',
  busy: 'Opening. This can take a minute.',
  cancel: 'Cancel',
  stays:
    'What you type stays on this device. We do not see the words, the sheets or what is inside. If something does not fit, nothing is lost: try again as often as you like.',
  none: 'I have none of these',
  'none-help':
    'Look among the papers of {sender}: in a letter, a will, a safe. Ask who was close to them, and a notary or executor if there is one: a sheet may be with them. Without the words or a sheet nobody can open it, and we cannot either. Keep the download: whatever turns up later still opens it.',
  'none-help-own':
    'Look where you keep important papers, and ask the people to whom you gave a sheet. Without the words or two sheets nobody can open it, and we cannot either.',
  later: 'Not now? You can open it here {until}.',
  'later-own': 'Not now? It stays in your vault, sealed.',
  download: 'Download the sealed item ({size})',
  'without-script': {
    heading: 'It cannot be opened in this browser.',
    lead: 'What is sealed is opened on your own device, and that needs a newer browser with JavaScript switched on. Nothing is lost.',
    steps: [
      'Open this page on a newer phone or computer, if you have one. Someone you trust may lend you theirs.',
      'Or download the sealed item and unpack it on a computer. The file open.html in it opens the item in a browser, without the internet. The text README.txt says how to open it with the program “age”.',
    ],
  },
  opened: {
    verified: 'Open. It is complete, and unchanged since it was sealed.',
    'verified-while':
      'Open. Its beginning and its end are as they were sealed. Each other part is checked before it is played or saved.',
    sealed: 'Sealed on <day>an unknown day</day>',
    renamed:
      'Before it was opened, it was called “<label>something else</label>”. The title above was sealed with it, so nobody can have changed it.',
    'not-shown': 'Browsers do not show this kind of file. Save it, then open it on your device: <name>the file</name>',
    save: 'Save a copy',
    print: 'Print',
    parcel: 'Download the sealed item',
    foot: 'It was opened on this device only. Close this page and it is sealed again: you can open it the same way {until}. The sealed download opens without us, with the six words or two sheets, for ever.',
    'foot-own':
      'It was opened in this window only. Close this page and it is sealed again. The sealed download opens without us, with the six words or two sheets, for ever.',
  },
  faults: {
    incomplete: 'All six words are needed. One is still missing.',
    'unknown-words':
      'There is a typing error: a word is not one of ours. Six words are needed, each as it was written down.',
    'wrong-words':
      'These six words do not open this item. Check their order, and that they belong to this item: its number is {number}. If that number is written beside your words, the copy here may be damaged: download the sealed item again, or try a sheet.',
    lines: 'There is a typing error in at least one line. Compare the marked lines with the sheet, one sign at a time.',
    checksum: 'The checksum does not fit the lines. Compare the lines with the sheet once more, and then the checksum.',
    'same-sheet': 'This is the same sheet twice. Two different sheets are needed, A and B.',
    'no-part': 'We have no part for this item. Please use the six words, or both sheets.',
    'wrong-shares':
      'This does not open the item. The sheet seems to belong to another one: this item’s number is {number}, and it is printed on its sheets. Try the other sheet, or the six words.',
    damaged:
      'This copy of the item is damaged: it is not as it was sealed. We do not show it. Nothing that you typed is the reason. Load this page and try again, or download the sealed item again.',
    'damaged-inside':
      'A part of the item is damaged: it is not as it was sealed, so it stops here. Load this page and try again, or download the sealed item again.',
    gone: 'This item is no longer given out here. The link may have been withdrawn or have expired, or you were signed out. Load this page to see why.',
    unreachable: 'We could not be reached just now. Nothing is lost. Check your connection and try again.',
  },
  cancelled: 'Cancelled. Nothing was opened, and nothing is lost.',
  'too-long':
    'The words or sheets are right. This browser cannot open something so large here: some do not in a private window. Open this page in an ordinary window, or download the sealed item and open it on a computer.',
  unplayable: 'This device does not show or play this kind of file. Save a copy and open it on another device.',
  camera: {
    read: 'The sheet was read. You can open the item now.',
    'other-item':
      'This is a sheet of another item. The number on the right sheet is {number}. Hold another sheet in front of the camera.',
    'no-sheet': 'This is not the square of a sheet. It is on the printed page, beside the six lines.',
    none: 'The camera cannot be used: there is none, or this page may not use it. Please type the six lines.',
  },
});
