const FOREVER =
  'Was Sie versiegelt herunterladen, öffnet sich ohne uns, mit den sechs Wörtern oder zwei Blättern, für immer.';

export const sealed = {
  'open-sealed': {
    title: 'Etwas Versiegeltes öffnen',
    heading: '{sender} hat dies für Sie versiegelt.',
    'heading-named': '{recipient}, {sender} hat dies für Sie versiegelt.',
    lead: '„{label}“ wurde am {sealed} versiegelt und am {sent} an Sie gesendet. Wir können es nicht öffnen. Sie können es.',
    ways: {
      legend: 'Was haben Sie?',
      words: 'Sechs Wörter',
      'words-hint': '{sender} hat sie aufgeschrieben. Suchen Sie in den Papieren oder in einem alten Brief.',
      sheet: 'Ein Blatt',
      'sheet-hint':
        'Eine gedruckte Seite mit einem Quadrat aus Punkten. Wir fügen den Teil hinzu, den wir für Sie aufbewahrt haben.',
      two: 'Zwei Blätter',
      'two-hint': 'Blatt A und Blatt B. Dann wird unser Teil nicht gebraucht.',
    },
    words: {
      label: 'Wort {number, number}',
      hint: 'Geben Sie sie der Reihe nach ein. Groß und klein ist gleich.',
      unknown:
        'Dieses Wort ist keines von unseren. Vergleichen Sie es mit dem Aufgeschriebenen, Buchstabe für Buchstabe.',
    },
    sheet: {
      first: 'Das Blatt',
      second: 'Das andere Blatt',
      camera: 'Mit einer Kamera',
      'use-camera': 'Die Kamera benutzen',
      'camera-hint': 'Halten Sie das Quadrat davor. Das Bild bleibt auf diesem Gerät.',
      view: 'Was die Kamera sieht',
      lines: 'Die sechs Zeilen eingeben',
      line: 'Zeile {number, number}',
      'line-right': 'Zeile {number, number} stimmt',
      'line-wrong':
        'In Zeile {number, number} ist ein Tippfehler. Vergleichen Sie sie Zeichen für Zeichen mit dem Blatt. B und 8 sehen ähnlich aus. 0 und D auch.',
      checksum: 'Prüfsumme',
      'checksum-hint': 'Die vier Zeichen unter den Zeilen. Sie können sie weglassen.',
    },
    submit: 'Öffnen',
    busy: 'Es wird geöffnet. Das kann eine Minute dauern.',
    cancel: 'Abbrechen',
    stays:
      'Was Sie eingeben, bleibt auf diesem Gerät. Wir sehen weder die Wörter noch die Blätter noch den Inhalt. Wenn etwas nicht passt, ist nichts verloren: Versuchen Sie es, so oft Sie möchten.',
    none: 'Ich habe nichts davon',
    'none-help':
      'Suchen Sie in den Papieren von {sender}: in einem Brief, einem Testament, einem Tresor. Fragen Sie nahe Menschen, und eine Notarin oder einen Testamentsvollstrecker, falls es das gibt: Vielleicht liegt dort ein Blatt. Ohne die Wörter oder ein Blatt kann es niemand öffnen, auch wir nicht. Behalten Sie, was Sie heruntergeladen haben: Was später auftaucht, öffnet es immer noch.',
    later: 'Nicht jetzt? Sie können es hier öffnen, und zwar {until}.',
    download: 'Das Versiegelte herunterladen ({size})',
    'without-script': {
      heading: 'In diesem Browser lässt es sich nicht öffnen.',
      lead: 'Versiegeltes wird auf Ihrem eigenen Gerät geöffnet. Das braucht einen neueren Browser mit eingeschaltetem JavaScript. Nichts ist verloren.',
      steps: [
        'Öffnen Sie diese Seite auf einem neueren Telefon oder Computer, wenn Sie einen haben. Vielleicht leiht Ihnen jemand, dem Sie vertrauen, ein Gerät.',
        'Oder laden Sie das Versiegelte herunter und entpacken Sie es auf einem Computer. Die Datei open.html darin öffnet es in einem Browser, ohne Internet. Der Text README.txt sagt, wie man es mit dem Programm „age“ öffnet.',
      ],
    },
    opened: {
      verified: 'Geöffnet. Es ist vollständig und unverändert, seit es versiegelt wurde.',
      'verified-while':
        'Geöffnet. Anfang und Ende sind so, wie sie versiegelt wurden. Jeder andere Teil wird geprüft, bevor er abgespielt oder gespeichert wird.',
      sealed: 'Versiegelt am <day>unbekannten Tag</day>',
      renamed:
        'Bevor es geöffnet wurde, hieß es „<label>anders</label>“. Der Titel oben wurde mit versiegelt. Deshalb kann ihn niemand geändert haben.',
      'not-shown':
        'Browser zeigen diese Art von Datei nicht. Speichern Sie sie und öffnen Sie sie auf Ihrem Gerät: <name>die Datei</name>',
      save: 'Eine Kopie speichern',
      print: 'Drucken',
      parcel: 'Das Versiegelte herunterladen',
      foot: `Es wurde nur auf diesem Gerät geöffnet. Schließen Sie diese Seite, und es ist wieder versiegelt: Sie können es genauso öffnen, und zwar {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'Alle sechs Wörter werden gebraucht. Eines fehlt noch.',
      'unknown-words':
        'Es gibt einen Tippfehler: Ein Wort ist keines von unseren. Sechs Wörter werden gebraucht, jedes so, wie es aufgeschrieben wurde.',
      'wrong-words':
        'Diese sechs Wörter öffnen dies nicht. Prüfen Sie die Reihenfolge, und ob die Wörter dazu gehören: Die Nummer ist {number}. Wenn diese Nummer neben Ihren Wörtern steht, ist die Kopie hier vielleicht beschädigt: Laden Sie das Versiegelte noch einmal herunter, oder versuchen Sie es mit einem Blatt.',
      lines:
        'In mindestens einer Zeile ist ein Tippfehler. Vergleichen Sie die markierten Zeilen Zeichen für Zeichen mit dem Blatt.',
      checksum:
        'Die Prüfsumme passt nicht zu den Zeilen. Vergleichen Sie noch einmal die Zeilen mit dem Blatt und dann die Prüfsumme.',
      'same-sheet': 'Das ist zweimal dasselbe Blatt. Zwei verschiedene Blätter werden gebraucht, A und B.',
      'no-part': 'Dafür haben wir keinen Teil. Bitte benutzen Sie die sechs Wörter oder beide Blätter.',
      'wrong-shares':
        'Das öffnet es nicht. Das Blatt scheint zu etwas anderem zu gehören: Die Nummer hier ist {number}, und sie ist auf den richtigen Blättern gedruckt. Versuchen Sie das andere Blatt oder die sechs Wörter.',
      damaged:
        'Diese Kopie ist beschädigt: Sie ist nicht so, wie sie versiegelt wurde. Wir zeigen sie nicht. An Ihrer Eingabe liegt es nicht. Laden Sie diese Seite neu und versuchen Sie es noch einmal, oder laden Sie das Versiegelte noch einmal herunter.',
      'damaged-inside':
        'Ein Teil ist beschädigt: Er ist nicht so, wie er versiegelt wurde. Deshalb endet es hier. Laden Sie diese Seite neu und versuchen Sie es noch einmal, oder laden Sie das Versiegelte noch einmal herunter.',
      gone: 'Das wird hier nicht mehr ausgegeben. Vielleicht wurde der Link zurückgezogen oder ist abgelaufen, oder Sie wurden abgemeldet. Laden Sie diese Seite neu, um den Grund zu sehen.',
      unreachable:
        'Wir waren gerade nicht zu erreichen. Nichts ist verloren. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    },
    cancelled: 'Abgebrochen. Es wurde nichts geöffnet, und nichts ist verloren.',
    'too-long':
      'Die Wörter oder Blätter stimmen. Dieser Browser kann etwas so Großes hier nicht öffnen: Manche können es in einem privaten Fenster nicht. Öffnen Sie diese Seite in einem normalen Fenster, oder laden Sie das Versiegelte herunter und öffnen Sie es auf einem Computer.',
    unplayable:
      'Dieses Gerät zeigt diese Art von Datei nicht und spielt sie nicht ab. Speichern Sie eine Kopie und öffnen Sie sie auf einem anderen Gerät.',
    camera: {
      read: 'Das Blatt wurde gelesen. Sie können es jetzt öffnen.',
      'other-item':
        'Dieses Blatt gehört zu etwas anderem. Die Nummer auf dem richtigen Blatt ist {number}. Halten Sie ein anderes Blatt vor die Kamera.',
      'no-sheet': 'Das ist nicht das Quadrat eines Blattes. Es steht auf der gedruckten Seite, neben den sechs Zeilen.',
      none: 'Die Kamera lässt sich nicht benutzen: Es gibt keine, oder diese Seite darf sie nicht benutzen. Bitte geben Sie die sechs Zeilen ein.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Versiegelt',
    'part-file': 'Teil von Stillhere.txt',
    part: `Der Teil von Stillhere

Zusammen mit einem der zwei Blätter öffnet dieser Teil das Versiegelte. Öffnen Sie open.html (die Seite ist auf Englisch), wählen Sie „two sheets, or one sheet and the part from Stillhere“ und geben Sie diese sechs Zeilen ein:

{lines}

Prüfsumme (Checksum): {checksum}
`,
    readme: `Etwas Versiegeltes

Nur sechs Wörter oder zwei von drei Teilen öffnen es. Niemand sonst kann es lesen, auch Stillhere nicht.

Der einfache Weg: Entpacken Sie dieses Archiv, öffnen Sie open.html in einem Browser und wählen Sie die drei .age-Dateien. Die Seite ist auf Englisch. Sie funktioniert ohne Internet und sendet nichts.

Der Weg ohne Browser braucht das Programm „age“ (https://age-encryption.org, Version 1.3 oder neuer). Geben Sie die sechs Wörter klein geschrieben ein, mit einem Bindestrich zwischen je zwei Wörtern:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

Der zweite Befehl zeigt den Namen und den Titel. Der dritte schreibt die Originaldatei: Geben Sie ihr den Namen, den der zweite gezeigt hat. Löschen Sie danach identity.txt.

Die Nummer, wie auf den Blättern: {number}
`,
  },
};
