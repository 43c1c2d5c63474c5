const MANY_LINKS =
  'Aus Ihrem Netz kamen viele Links, die nicht gültig sind. Bitte öffnen Sie Ihren aus der Nachricht: Dann funktioniert er.';
const TRY_LATER = 'Bitte versuchen Sie es in ein paar Minuten noch einmal.';

export const pages = {
  frame: {
    skip: 'Zum Inhalt der Seite',
    moment: 'Einen Moment…',
    untitled: 'Ohne Titel',
    title: '{title} · Stillhere',
  },
  'static-pages': {
    description: 'Stillhere bewahrt auf, was Menschen einander hinterlassen, und bringt es, wenn es Zeit ist.',
    'for-you': 'Für Sie',
    genuine: 'Ist eine Nachricht wirklich von uns?',
    language: 'Sprache dieser Seite',
    trouble: {
      'nothing-here': 'Seite nicht gefunden.',
      wait: 'Bitte warten Sie ein wenig.',
      'not-now': 'Das können wir gerade nicht.',
      'did-not-work': 'Das hat nicht geklappt.',
      'open-again':
        'Es wurde nichts geändert. Bitte öffnen Sie den Link in der Nachricht noch einmal und benutzen Sie den Knopf auf seiner Seite.',
      'begin-again': 'Es wurde nichts geändert. Bitte beginnen Sie noch einmal auf der Seite, die Sie wollten.',
      'many-links': MANY_LINKS,
      ours: 'Bei uns funktioniert gerade etwas nicht. Es wurde nichts geändert.',
      'link-stays': `Ihr Link bleibt gültig. ${TRY_LATER}`,
    },
    file: {
      away: 'Diese Datei können wir gerade nicht erreichen.',
      damaged: 'Wir können diese Datei nicht zeigen.',
      missing: 'Hier gibt es diese Datei nicht.',
      gone: 'Diese Datei ist nicht mehr hier.',
      'try-later': `Nichts ist verloren. ${TRY_LATER}`,
      back: 'Zurück zu Stillhere',
    },
  },
  'stop-in-mails': { foot: 'Um nichts mehr von uns zu bekommen:' },
  'stop-page': {
    heading: 'Möchten Sie wieder von uns hören?',
    lead: 'Wählen Sie, was Sie möchten. Sie brauchen kein Konto, und wir tun es sofort.',
    person: {
      wanted: 'Nichts mehr von dieser Person',
      wantedNamed: 'Nichts mehr von {sender}',
      stopped: 'Sie bekommen nichts mehr von dieser Person.',
      stoppedNamed: 'Sie bekommen nichts mehr von {sender}.',
      undo: 'Diese Person darf mir wieder schreiben',
      undoNamed: '{sender} darf mir wieder schreiben',
    },
    stillhere: {
      wanted: 'Nichts mehr von Stillhere',
      ask: 'Möchten Sie nichts mehr von Stillhere?',
      lost: 'Dann kann Ihnen niemand mehr etwas mit Stillhere senden. Ihnen würden Briefe und Dateien von allen entgehen, auch ein letzter Brief.',
      lostEmergency:
        'Wenn Sie jemand als Vertrauensperson genannt hat, würden Sie in einem Notfall nichts von uns hören.',
      back: 'Nein, zurück',
      stopped: 'Sie bekommen nichts mehr von Stillhere.',
      undo: 'Man darf mir wieder schreiben',
    },
    done: 'Erledigt.',
    told: 'Wenn man versucht, Ihnen etwas zu senden, sagen wir, dass Sie nichts mehr möchten. Was Sie bekommen haben, bleibt Ihres: Die Links funktionieren weiter.',
    mind: 'Sie können Ihre Meinung auf dieser Seite ändern. Behalten Sie die E-Mail, damit Sie die Seite wiederfinden.',
    missing: 'Sie können auch auf die E-Mail antworten und uns sagen, dass Sie nichts mehr möchten.',
  },
  'genuine-in-mails': { check: 'So prüfen Sie, ob diese E-Mail echt ist:' },
  'genuine-page': {
    title: 'Ist eine Nachricht wirklich von uns?',
    heading: 'Ist eine Nachricht wirklich von Stillhere?',
    lead: 'Stillhere bewahrt Briefe und Dateien für Menschen auf und sendet sie an einem Tag, den sie wählen. Eine Nachricht von uns kann deshalb überraschen. So prüfen Sie sie.',
    sender: {
      heading: 'Prüfen Sie den Absender',
      email: 'Unsere E-Mails kommen von {address}.',
      whatsapp: 'Unsere WhatsApp-Nachrichten kommen von {number}.',
      sms: 'Unsere SMS kommen von {number}.',
      person:
        'Wenn es um eine Person geht, stehen Name und E-Mail-Adresse darin. Wir zeigen nur Adressen, die wir geprüft haben.',
      unconfirmed:
        'Steht dort „E-Mail-Adresse nicht bestätigt“, wissen wir nicht, wer die Person ist. Seien Sie vorsichtig.',
    },
    link: {
      heading: 'Prüfen Sie den Link',
      begins: 'Jeder Link in unseren Nachrichten beginnt mit {address}, auch mit dem letzten Schrägstrich.',
      look: 'Am Computer legen Sie die Maus auf den Knopf, um den Link zu sehen. Am Telefon halten Sie den Finger darauf.',
      after: 'Wenn sich die Seite geöffnet hat, schauen Sie oben in den Browser. Die Adresse beginnt dort genauso.',
    },
    sends: {
      heading: 'Was wir senden',
      left: 'Etwas, das Ihnen jemand hinterlassen hat: einen Brief, ein Bild, ein Video, eine Aufnahme oder eine Datei.',
      silent: 'Nachrichten über eine Person, die Sie als Vertrauensperson genannt hat und uns nicht mehr antwortet.',
      account:
        'Nachrichten über Ihr eigenes Konto, falls Sie eines haben: einen Link, um Ihre Adresse zu bestätigen, eine Erinnerung, eine Quittung.',
    },
    never: {
      heading: 'Worum wir nie bitten',
      money: 'Geld, um zu öffnen, was Ihnen jemand hinterlassen hat. Das ist immer kostenlos.',
      account: 'Ein Konto oder ein Passwort, um es zu öffnen.',
      secrets: 'Ihr Passwort, einen Code, Ihre Karte oder Ihre Bankdaten, in einer E-Mail oder in der Antwort darauf.',
      attachments: 'Ein Programm zu installieren oder einen Anhang zu öffnen. Unsere E-Mails haben keine Anhänge.',
    },
    doubt: {
      heading: 'Wenn Sie unsicher sind',
      wait: 'Drücken Sie nicht auf den Knopf. Lassen Sie sich Zeit.',
      ask: 'Fragen Sie die Person, die in der Nachricht steht, am Telefon oder auf einem anderen Weg, den Sie kennen.',
      forward: 'Wenn das nicht geht, leiten Sie die Nachricht an {address} weiter und fragen Sie uns.',
    },
  },
  damage: {
    file: 'Diese Datei wurde in unserem Speicher verändert oder beschädigt. Deshalb zeigen wir sie nicht. Unser Team weiß davon und kümmert sich darum.',
    text: 'Etwas hier wurde in unserem Speicher verändert oder beschädigt. Deshalb zeigen wir es nicht. Unser Team weiß davon und kümmert sich darum.',
  },
  'not-found': {
    content: 'Diesen Inhalt gibt es nicht.',
    file: 'Diese Datei gibt es nicht.',
    thumbnail: 'Dieses Vorschaubild gibt es nicht.',
  },
  'forms-replies': { notAForm: 'Dieses Formular kennen wir nicht.' },
  'account-refusals': {
    'too-many-sign-ins':
      'Im Moment nutzen sehr viele Menschen Stillhere. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  'error-page': {
    titles: {
      400: 'Das konnten wir nicht lesen',
      403: 'Das geht hier nicht',
      404: 'Seite nicht gefunden',
      405: 'Das geht hier nicht',
      408: 'Das hat zu lange gedauert',
      409: 'Das ist jetzt nicht möglich',
      410: 'Das ist nicht mehr hier',
      413: 'Das war zu groß',
      429: 'Bitte versuchen Sie es später noch einmal',
      503: 'Das können wir gerade nicht',
    },
    otherTitle: 'Etwas ist schiefgegangen',
    broken: 'Bei uns ist etwas ausgefallen. Nichts ist verloren. Bitte versuchen Sie es gleich noch einmal.',
    notTaken: 'Es wurde nichts geändert. Bitte beginnen Sie noch einmal.',
    back: 'Zurück zu Stillhere',
  },
  'page-replies': { noPage: 'Unter dieser Adresse gibt es keine Seite.' },
  'request-refusals': {
    'too-often':
      'Das war zu oft. Bitte warten Sie {minutes, plural, one {eine Minute} other {# Minuten}} und versuchen Sie es noch einmal.',
    'too-often-hours': 'Das war zu oft. Bitte warten Sie {hours} Stunden und versuchen Sie es noch einmal.',
    'too-often-days': 'Das war zu oft. Bitte warten Sie {days} Tage und versuchen Sie es noch einmal.',
    'too-slow': 'Die Anfrage kam zu langsam. Es wurde nichts gespeichert. Bitte senden Sie sie noch einmal.',
  },
  'form-texts': {
    'too-large': 'Das ist zu groß, um es auf einmal zu senden. Bitte senden Sie weniger.',
    'too-slow': 'Das kam zu langsam. Es wurde nichts geändert. Bitte senden Sie es noch einmal.',
    'not-whole': 'Nur ein Teil dieses Formulars kam an. Es wurde nichts gespeichert. Bitte senden Sie es noch einmal.',
    'not-complete': 'Dieses Formular ist nicht vollständig.',
    'other-site':
      'Dieses Formular wurde von einer anderen Website gesendet. Es wurde nichts geändert. Bitte öffnen Sie die Seite hier und senden Sie es noch einmal.',
  },
  documents: {
    pdf: 'Ein PDF. Browser und fast alle Telefone und Computer öffnen es.',
    word: 'Ein Word-Dokument. Word, Pages und LibreOffice öffnen es.',
    excel: 'Eine Excel-Tabelle. Excel, Numbers und LibreOffice öffnen sie.',
    powerpoint: 'Eine PowerPoint-Präsentation. PowerPoint, Keynote und LibreOffice öffnen sie.',
    'open-text': 'Ein OpenDocument-Text. LibreOffice und Word öffnen ihn.',
    'open-table': 'Eine OpenDocument-Tabelle. LibreOffice und Excel öffnen sie.',
    'open-slides': 'Eine OpenDocument-Präsentation. LibreOffice und PowerPoint öffnen sie.',
    pages: 'Ein Pages-Dokument. Pages öffnet es auf Apple-Geräten, und iCloud.com in einem Browser.',
    numbers: 'Eine Numbers-Tabelle. Numbers öffnet sie auf Apple-Geräten, und iCloud.com in einem Browser.',
    keynote: 'Eine Keynote-Präsentation. Keynote öffnet sie auf Apple-Geräten, und iCloud.com in einem Browser.',
    'rich-text': 'Ein formatierter Text. Word, Pages und LibreOffice öffnen ihn.',
    table: 'Eine Tabelle. Excel, Numbers und LibreOffice öffnen sie.',
    book: 'Ein E-Book. Apple Books und andere Leseprogramme öffnen es.',
    mail: 'Eine gespeicherte E-Mail. Outlook öffnet sie, und oft auch andere Mailprogramme.',
    calendar: 'Ein Kalendereintrag. Der Kalender eines Telefons oder Computers öffnet ihn.',
    contact: 'Eine Kontaktkarte. Die Kontakte eines Telefons oder Computers öffnen sie.',
    'web-page': 'Eine gespeicherte Webseite. Jeder Browser öffnet sie.',
    text: 'Ein einfacher Text. Jedes Telefon und jeder Computer öffnet ihn.',
    zip: 'Ein ZIP-Archiv mit anderen Dateien. Jeder Computer und die meisten Telefone öffnen es.',
    archive: 'Ein Archiv mit anderen Dateien. 7-Zip unter Windows und The Unarchiver auf einem Mac öffnen es.',
    picture: 'Ein Bild. Die meisten Telefone und Computer öffnen es.',
    video: 'Ein Video. Die meisten Telefone und Computer spielen es ab. Wenn Ihres das nicht tut: VLC kann es.',
    recording:
      'Eine Aufnahme. Die meisten Telefone und Computer spielen sie ab. Wenn Ihres das nicht tut: VLC kann es.',
    other: 'Eine Datei im Format {format}. Sie brauchen ein Programm, das dieses Format öffnet.',
    unnamed: 'Sie brauchen ein Programm, das Dateien wie diese öffnet.',
  },
};
