const A_THING =
  '{type, select, text {ein Brief} image {ein Bild} video {ein Video} audio {eine Aufnahme} other {eine Datei}}';
/** As an object: it is opened, closed or sent. */
const THE_THING =
  '{type, select, text {den Brief} image {das Bild} video {das Video} audio {die Aufnahme} other {die Datei}}';
const FOR_THIS =
  '{type, select, text {für diesen Brief} image {für dieses Bild} video {für dieses Video} audio {für diese Aufnahme} other {für diese Datei}}';
const DID =
  '{type, select, text {hat Ihnen geschrieben} image {hat Ihnen ein Bild hinterlassen} video {hat Ihnen ein Video hinterlassen} audio {hat Ihnen eine Aufnahme hinterlassen} other {hat Ihnen eine Datei hinterlassen}}';
const MADE = '{type, select, text {geschrieben} other {hinzugefügt}}';
const OPEN_IT =
  '{type, select, text {Den Brief öffnen} image {Das Bild öffnen} video {Das Video öffnen} audio {Die Aufnahme öffnen} other {Die Datei öffnen}}';
const SENT_FOR = 'Stillhere schickt Ihnen dies im Auftrag von {person},';

export const recipients = {
  words: {
    someone: 'Jemand',
    identified: '{name} ({email})',
    unidentified: '{name} (E-Mail-Adresse nicht bestätigt)',
    quoted: '„{title}“',
    introduces: '{label}:',
    others: '{count} weitere',
    counted: {
      text: '{count, plural, one {ein Brief} =2 {zwei Briefe} other {# Briefe}}',
      image: '{count, plural, one {ein Bild} =2 {zwei Bilder} other {# Bilder}}',
      video: '{count, plural, one {ein Video} =2 {zwei Videos} other {# Videos}}',
      audio: '{count, plural, one {eine Aufnahme} =2 {zwei Aufnahmen} other {# Aufnahmen}}',
      file: '{count, plural, one {eine Datei} =2 {zwei Dateien} other {# Dateien}}',
    },
  },
  times: { dateAndClock: '{date} um {clock} Uhr', dateAndClockIn: '{date} um {clock} Uhr ({place})' },
  invitations: {
    unnamed: 'Sie',
    until: { date: 'bis zum {date}', endless: 'solange es Stillhere gibt' },
    delivery: {
      subject: `Von {sender}, ${A_THING} für Sie: {title}`,
      heading: `{sender} ${DID}.`,
      headingNamed: `{recipient}, {sender} ${DID}.`,
      sentFor: `${SENT_FOR} mit der Bitte, es jetzt zu senden.`,
      sentForKept: `${SENT_FOR} mit der Bitte, es bis zum {sent} für Sie aufzubewahren.`,
      made: `Der Titel ist {title}, ${MADE} am {written}.`,
      label: OPEN_IT,
      opening:
        'Der Link öffnet eine Seite auf {host}. Sie brauchen kein Konto und kein Passwort. Sie können sie öffnen, und zwar {until}, außer {sender} zieht die Sendung zurück.',
      secret: `Wer diesen Link hat, kann ${THE_THING} öffnen.`,
      notForMe: `Nicht für Sie? Wählen Sie auf der Seite „Das ist nicht für mich“. Wir schließen ${THE_THING} dann ungelesen und sagen {sender} Bescheid.`,
      why: `Wir schreiben Ihnen, weil {sender} uns Ihre Adresse ${FOR_THIS} gegeben hat. Wir verwenden sie für nichts anderes.`,
      about: 'Stillhere bewahrt Briefe und Dateien auf und schickt sie an einem gewählten Tag.',
      replyToSender: 'Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an {sender}, nicht an Stillhere.',
      replyToUs: 'Fragen? Antworten Sie auf diese E-Mail. Ihre Antwort geht an Stillhere, nicht an {sender}.',
    },
    asked:
      'Bevor sich etwas öffnet, stellt die Seite eine Frage. Nur wer {sender} kennt, kann sie beantworten. Lassen Sie sich Zeit: Sie können es später noch einmal versuchen.',
    several: {
      subject: 'Von {sender}, für Sie: {things}',
      heading: '{sender} hat Ihnen etwas hinterlassen.',
      headingNamed: '{recipient}, {sender} hat Ihnen etwas hinterlassen.',
      sentFor: `${SENT_FOR} mit der Bitte, es jetzt zu senden.`,
      made: '{sender} hat Ihnen hinterlassen: {things}. Der erste Titel ist {title}.',
      label: 'Öffnen, was für Sie hinterlassen wurde',
      opening:
        'Der Link öffnet eine Seite auf {host}. Sie brauchen kein Konto und kein Passwort. Sie können sie öffnen, und zwar {until}, außer {sender} zieht die Sendung zurück.',
      secret: 'Wer diesen Link hat, kann alles öffnen.',
      notForMe:
        'Nicht für Sie? Wählen Sie auf der Seite „Das ist nicht für mich“. Wir schließen dann alles ungelesen und sagen {sender} Bescheid.',
      why: 'Wir schreiben Ihnen, weil {sender} uns Ihre Adresse dafür gegeben hat. Wir verwenden sie für nichts anderes.',
    },
    reminder: {
      subject: 'Sie wollten erinnert werden: etwas von {sender}',
      heading: 'Etwas von {sender} ist immer noch für Sie da.',
      headingNamed: '{recipient}, etwas von {sender} ist immer noch für Sie da.',
      asked:
        'Stillhere schreibt Ihnen, weil Sie „Nicht jetzt“ gewählt und uns gebeten haben, Sie zu erinnern. Hinterlassen hat es Ihnen {person}.',
      hurry: 'Es eilt nicht. Sie können es öffnen, und zwar {until}.',
      label: 'Zur Seite',
      again: 'Immer noch nicht die richtige Zeit? Wählen Sie auf der Seite noch einmal „Nicht jetzt“.',
      why: 'Wir schreiben Ihnen, weil Sie erinnert werden wollten. Wir tun das einmal.',
    },
    release: {
      subject: 'Von {sender}, für Sie (gesendet von Stillhere: keine Antwort seit dem {since})',
      heading: '{sender} hat Ihnen etwas hinterlassen.',
      headingNamed: '{recipient}, {sender} hat Ihnen etwas hinterlassen.',
      sentFor: `${SENT_FOR} mit dem Wunsch, dass Sie es bekommen, wenn unsere Nachrichten ohne Antwort bleiben. Die letzte Antwort kam am {since}.`,
      things: '{sender} hat Ihnen hinterlassen: {things}.',
      silent:
        'Wir haben mehrmals gefragt und dann so lange gewartet, wie {sender} es wollte. Wir wissen nicht, warum keine Antwort kam. Falls Sie {sender} verloren haben, tut es uns sehr leid.',
      label: 'Öffnen, was für Sie hinterlassen wurde',
      opening:
        'Der Link öffnet eine Seite auf {host}. Sie brauchen kein Konto und kein Passwort. Es eilt nicht: Sie können sie öffnen, und zwar {until}.',
      secret: 'Wer diesen Link hat, kann alles öffnen.',
      isWell:
        'Wenn Sie wissen, dass es {sender} gut geht, bitten Sie {sender}, sich bei Stillhere anzumelden. Was noch nicht geöffnet ist, kann dann zurückgezogen werden.',
      notForMe:
        'Nicht für Sie? Wählen Sie auf der Seite „Das ist nicht für mich“. Dann wird alles ungelesen geschlossen.',
      why: 'Wir schreiben Ihnen, weil {sender} Sie als Vertrauensperson genannt hat. Wir verwenden Ihre Adresse für nichts anderes.',
      reply: 'Fragen? Antworten Sie auf diese E-Mail. Ihre Antwort geht an Stillhere, nicht an {sender}.',
    },
    whatsapp:
      'Guten Tag. Stillhere hat etwas für {recipient}. Anvertraut hat es uns {sender} mit der Bitte, es jetzt zu bringen. Der Knopf öffnet es; Sie brauchen kein Konto. Wenn es nicht für Sie ist, können Sie es dort sagen. Antworten Sie STOP, um hier keine Nachrichten mehr von uns zu bekommen.\n\nÖffnen: {link}',
    sms: 'Guten Tag. Stillhere hat etwas für {recipient}. Anvertraut hat es uns {sender} mit der Bitte, es jetzt zu bringen. Zum Öffnen brauchen Sie kein Konto:\n{link}\nIst das echt? Siehe {check}. Nicht für Sie? Das können Sie beim Öffnen sagen. Antworten Sie STOP, um hier keine Nachrichten mehr von uns zu bekommen.',
  },
  'recipient-pages': {
    until: {
      owner: 'bis zum {date}, außer {sender} zieht die Sendung zurück',
      release: 'bis zum {date}',
      'owner-endless': 'solange es Stillhere gibt, außer {sender} zieht die Sendung zurück',
      'release-endless': 'solange es Stillhere gibt',
    },
    invitation: {
      title: `{sender} ${DID}`,
      heading: `{sender} ${DID}.`,
      'heading-named': `{recipient}, {sender} ${DID}.`,
      'sent-for': 'Gesendet von Stillhere im Auftrag von {person}. <check>So prüfen Sie, ob das echt ist</check>',
      'sent-same-day': `{title}, ${MADE} am {written}.`,
      'sent-today': `{title}, ${MADE} am {written} und für Sie aufbewahrt bis heute, {sent}.`,
      'sent-later': `{title}, ${MADE} am {written} und für Sie aufbewahrt bis zum {sent}.`,
      open: OPEN_IT,
      first:
        'Es öffnet sich auf dieser Seite. Sie brauchen kein Konto. Sie können es wieder öffnen, und zwar {until}. Sie können auch eine Kopie speichern.',
      again:
        'Es wurde schon geöffnet. Sie können es wieder öffnen, und zwar {until}. Sie können auch eine Kopie speichern.',
      seen: '{sender} kann sehen, wann es zum ersten Mal geöffnet oder gespeichert wird.',
      refuse: 'Das ist nicht für mich',
    },
    opened: {
      from: 'Von {person}',
      'from-to': 'Von {person}, an {recipient}',
      made: '{type, select, text {Geschrieben} other {Hinzugefügt}} am {written}',
      pages: 'Seiten',
      part: 'Diese Seite zeigt {shown, number} von {count, number} Dingen.',
      'first-page': 'Erste Seite',
      'next-page': 'Nächste Seite',
      'save-copy': 'Eine Kopie speichern',
      extend: 'Diese Seite bis zum {until} offen halten',
      keep: 'Sie können diese Seite öffnen, und zwar {until}. Wer diesen Link hat, kann sie öffnen: Bewahren Sie die Nachricht gut auf. Was Sie herunterladen, gehört Ihnen für immer.',
      'keep-letter':
        'Sie können diese Seite öffnen, und zwar {until}. Wer diesen Link hat, kann sie öffnen: Bewahren Sie die Nachricht gut auf. Sie können diese Seite auch drucken.',
    },
    refuse: {
      title: 'Das ist nicht für mich',
      heading: 'Nicht für Sie?',
      lead: '{sender} hat {type, select, text {jemandem {title} geschrieben} other {jemandem {title} hinterlassen}} und uns Ihre Adresse gegeben.',
      warning: `Wenn es nicht für Sie ist, schließen wir ${THE_THING} ungelesen. Dieser Link funktioniert dann nicht mehr, und wir sagen {sender}, dass die falsche Person erreicht wurde. Das lässt sich nicht rückgängig machen.`,
      submit: 'Nicht für mich: schließen',
      back: '{type, select, text {Zurück zum Brief} image {Zurück zum Bild} video {Zurück zum Video} audio {Zurück zur Aufnahme} other {Zurück zur Datei}}',
      'release-lead': '{sender} hat Sie als Vertrauensperson genannt und uns Ihre Adresse gegeben.',
      'release-warning':
        'Wenn es nicht für Sie ist, schließen wir alles ungelesen, und dieser Link funktioniert nicht mehr. Das lässt sich nicht rückgängig machen.',
      'release-back': 'Zurück',
      'several-lead': '{sender} hat jemandem mehrere Dinge hinterlassen und uns Ihre Adresse gegeben.',
      'several-warning':
        'Wenn sie nicht für Sie sind, schließen wir alles ungelesen. Dieser Link funktioniert dann nicht mehr, und wir sagen {sender}, dass die falsche Person erreicht wurde. Das lässt sich nicht rückgängig machen.',
    },
    refused: {
      title: 'Danke',
      heading: 'Danke, dass Sie es uns gesagt haben.',
      lead: `Wir haben ${THE_THING} ungelesen geschlossen, und dieser Link funktioniert nicht mehr. Wir sagen {sender}, dass die falsche Person erreicht wurde.`,
      'several-lead':
        'Wir haben alles ungelesen geschlossen, und dieser Link funktioniert nicht mehr. Wir sagen {sender}, dass die falsche Person erreicht wurde.',
      'release-lead': 'Wir haben alles ungelesen geschlossen, und dieser Link funktioniert nicht mehr.',
      advice: 'Sie müssen nichts weiter tun. Sie können die Nachricht löschen.',
    },
    later: {
      lead: 'Nicht jetzt? Wir können Sie erinnern:',
      noted: 'Wir erinnern Sie am {date}. Sie können einen anderen Tag wählen:',
      choices: { week: 'In einer Woche', month: 'In einem Monat', year: 'In einem Jahr' },
      heading: 'Es kann warten.',
      done: 'Wir schreiben Ihnen am {date}, mit demselben Link.',
      meanwhile:
        'Bis dahin geschieht nichts. Der Link in Ihrer Nachricht funktioniert weiter. Sie können es also auch früher öffnen.',
      back: 'Zurück',
    },
    more: {
      more: 'Von {sender} kommt noch mehr.',
      last: 'Das war das Letzte von {sender}, soweit wir heute wissen.',
    },
    question: {
      heading: '{sender} hat eine Frage an Sie.',
      lead: 'Hier ist etwas für Sie von {person}. Ihre Antwort zeigt, dass es bei der richtigen Person angekommen ist.',
      submit: 'Antworten',
      spelling: 'Großbuchstaben, Akzente und Satzzeichen spielen keine Rolle.',
      wrong: 'Das ist nicht die Antwort, die wir haben. Versuchen Sie es mit anderen Worten.',
      later:
        'Versuche in einer Stunde: {tries}. Bitte versuchen Sie es in einer Stunde noch einmal. Nichts ist verloren, und diese Seite bleibt hier.',
      patience:
        'Es eilt nicht. Sie haben {tries} Versuche in einer Stunde und eine Stunde später wieder. Überlegen Sie, was {sender} gemeint haben kann: ein Ort, ein Name, etwas, das nur Sie beide wissen.',
      whom: 'Wenn Sie die Antwort nicht finden, fragen Sie Menschen, die {sender} nahestanden: Familie oder alte Freunde. Sie können auch {sender} fragen. Wir kennen die Antwort nicht und können sie Ihnen deshalb nicht sagen.',
    },
    several: {
      kept: '{things}, für Sie aufbewahrt bis zum {sent}.',
      first:
        'Es öffnet sich auf dieser Seite. Sie brauchen kein Konto. Sie können es wieder öffnen, und zwar {until}. Sie können alles herunterladen.',
    },
    release: {
      title: '{sender} hat Ihnen etwas hinterlassen',
      heading: '{sender} hat Ihnen etwas hinterlassen.',
      'heading-named': '{recipient}, {sender} hat Ihnen etwas hinterlassen.',
      'opened-heading': 'Was {sender} Ihnen hinterlassen hat',
      'silent-since':
        '{things}. {sender} wollte, dass Sie dies bekommen, wenn unsere Nachrichten ohne Antwort bleiben. Die letzte Antwort kam am {since}.',
      'is-back':
        '{things}. {sender} wollte, dass Sie dies bekommen, wenn unsere Nachrichten ohne Antwort bleiben. Seit der Sendung hat uns jemand aus dem Konto von {sender} geantwortet.',
      sorry: 'Falls Sie {sender} verloren haben, tut es uns sehr leid.',
      open: 'Öffnen, was für Sie hinterlassen wurde',
      first:
        'Es öffnet sich auf dieser Seite. Sie brauchen kein Konto. Es eilt nicht: Sie können es öffnen, und zwar {until}. Sie können alles herunterladen.',
      again: 'Es wurde schon geöffnet. Sie können es wieder öffnen, und zwar {until}. Sie können alles herunterladen.',
      'download-all': 'Alles als eine ZIP-Datei herunterladen, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Das Bild herunterladen} video {Das Video herunterladen} audio {Die Aufnahme herunterladen} other {Die Datei herunterladen}}',
      copied: 'Das ist eine Kopie in voller Größe, die jedes Gerät zeigen kann.',
      'original-damaged':
        'Das ist eine Kopie in voller Größe. Das Original wurde in unserem Speicher verändert oder beschädigt. Unser Team weiß davon und kümmert sich darum.',
      'download-original': 'Das Original herunterladen ({format})',
      'download-original-unnamed': 'Das Original herunterladen',
      away: '{type, select, image {Dieses Bild} video {Dieses Video} audio {Diese Aufnahme} other {Diese Datei}} können wir gerade nicht erreichen. Nichts ist verloren.',
      'try-again': 'Noch einmal versuchen',
      read: 'In einem neuen Tab lesen',
      'if-silent':
        'Wenn es hier nicht abspielt, laden Sie {type, select, video {das Video} other {die Aufnahme}} herunter und öffnen Sie die Datei auf Ihrem Gerät.',
      'few-show':
        'Die meisten Browser {type, select, image {zeigen keine Dateien im Format {format}} other {spielen keine Dateien im Format {format} ab}}.',
      'few-show-unnamed':
        'Die meisten Browser {type, select, image {zeigen Dateien wie diese nicht} other {spielen Dateien wie diese nicht ab}}.',
      'small-picture':
        '{type, select, image {Das ist eine kleine Fassung des Bildes.} other {Das ist ein kleines Bild aus dem Video.}}',
      'download-and-open':
        'Laden Sie {type, select, image {das Bild} video {das Video} other {die Aufnahme}} herunter und öffnen Sie die Datei auf Ihrem Gerät.',
      sealed: 'Die Person, die es gesendet hat, hat es versiegelt: Auch Stillhere kann es nicht öffnen.',
      'sealed-ways':
        'Die sechs Wörter öffnen es. Eines der zwei gedruckten Blätter auch, falls die Person welche gemacht hat: Wir fügen den Teil hinzu, den wir aufbewahrt haben. Wenn Sie nichts davon haben, hat es vielleicht jemand, der ihr nahestand: Bitte fragen Sie nach.',
      'sealed-next':
        'Sie können es hier öffnen, in diesem Browser. Oder laden Sie es herunter, entpacken Sie es auf einem Computer und öffnen Sie die Datei open.html in einem Browser: Das geht ohne Internet und ohne uns. Was Sie herunterladen, gehört Ihnen für immer: Bewahren Sie eine Kopie an einem sicheren Ort auf.',
      'open-sealed': 'Hier öffnen',
      'download-parcel': 'Das Versiegelte herunterladen ({size})',
    },
    copy: {
      written: 'Vom {written}, von Stillhere aufbewahrt bis zum {sent}',
      letter: 'Brief',
      'archive-name': 'Von {sender}',
      'not-in-archive': 'Nicht in diesem Archiv',
      damaged: 'Dies wurde in unserem Speicher verändert oder beschädigt und ist deshalb nicht in diesem Archiv:',
      'damaged-known': 'Wir wissen davon und kümmern uns darum.',
      away: 'Was Ihnen gesendet wurde, können wir gerade nicht erreichen. Nichts ist verloren.',
    },
    'no-such-button': 'Diese Seite hat keinen solchen Knopf.',
    trouble: {
      'not-now': 'Wir können es gerade nicht öffnen.',
      ours: 'Bei uns funktioniert gerade etwas nicht. Was Ihnen gesendet wurde, ist sicher.',
      'open-again':
        'Nichts ist verloren. Bitte öffnen Sie den Link in der Nachricht noch einmal und benutzen Sie die Knöpfe auf seiner Seite.',
      'reply-and-say':
        'Wenn Sie den Knopf in einer Nachricht gedrückt haben und trotzdem diese Seite sehen, antworten Sie bitte auf diese Nachricht und sagen Sie es uns.',
      gone: 'Das ist nicht mehr hier.',
      'ask-sender':
        'Die Person, die es gesendet hat, kann es noch einmal senden. Wenn Sie sie kennen, fragen Sie sie bitte.',
      opened: 'Das wurde schon geöffnet.',
      'open-with-same-link': 'Mit demselben Link können Sie es wieder öffnen.',
      'many-links':
        'Aus Ihrem Netz kamen viele Links, die nicht gültig sind. Bitte öffnen Sie Ihren aus der Nachricht: Dann funktioniert er.',
      damaged: 'Wir können das nicht zeigen.',
      'tell-sender':
        'Wenn Sie wissen, wer es gesendet hat, sagen Sie es bitte dieser Person. Vielleicht hat sie es noch woanders und kann es Ihnen noch einmal senden.',
    },
  },
  'link-refusals': {
    expired: 'Dieser Link ist abgelaufen.',
    'not-valid': 'Dieser Link ist nicht gültig. Kopieren Sie bitte den ganzen Link aus der Nachricht.',
    used: 'Dieser Link wurde schon benutzt, oder ein neuerer hat ihn ersetzt.',
    'closed-by-recipient':
      'Sie haben gesagt, dass dies nicht für Sie ist. Deshalb haben wir es geschlossen. Hier lässt es sich nicht öffnen.',
    'not-opened-yet': 'Das wurde noch nicht geöffnet.',
    'answer-first':
      'Bitte öffnen Sie den Link in der Nachricht noch einmal und beantworten Sie zuerst die Frage auf seiner Seite.',
    'ends-before': 'Der Link funktioniert dann nicht mehr. Bitte wählen Sie eine frühere Erinnerung.',
    'cut-off': 'Dieser Link ist nicht gültig. Kopieren Sie bitte den ganzen Link aus der Nachricht.',
    'taken-back-by-sender': 'Es wurde gelöscht, und wir haben es nicht mehr.',
    replaced: 'Dieser Link wurde zurückgezogen, oder eine neuere Nachricht hat ihn ersetzt.',
    'kept-until': 'Sie konnten dies bis zum {date} öffnen. Dieser Tag ist vorbei.',
    'sender-is-back':
      'Seitdem hat uns jemand aus dem Konto von {sender} geantwortet. Was nicht geöffnet war, wurde deshalb zurückgezogen, und Sie müssen nichts tun.',
    'opened-already': 'Das wurde schon geöffnet und kann nicht mehr ungelesen geschlossen werden.',
  },
};
