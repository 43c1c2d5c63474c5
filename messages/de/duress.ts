export const duress = {
  'duress-mails': {
    subject: 'Wegen {owner}: Bitte lesen Sie das allein',
    alone:
      '{person} hat Sie bei Stillhere für diese E-Mail ausgewählt. Sie ist nur für Sie: Bitte lesen Sie weiter, wenn niemand sonst Ihren Bildschirm sehen kann.',
    began: {
      heading: '{owner} ist vielleicht in Gefahr.',
      headingNamed: '{contact}, {owner} ist vielleicht in Gefahr.',
      who: '{owner} hat ein zweites Passwort für die Rückmeldung, für einen Moment unter Zwang. Es wurde am {when} benutzt. Wer dabei zusah, sah eine gewöhnliche Rückmeldung.',
      quiet:
        'Rufen Sie {owner} wegen dieser E-Mail nicht an und schreiben Sie nichts darüber. Vielleicht hört oder liest jemand mit.',
      help: 'Wenn Sie denken, dass {owner} in Gefahr ist, rufen Sie die Polizei oder den Notruf an und sagen Sie, was Sie wissen. Wenn nicht, finden Sie einen Weg, {owner} allein zu treffen, aus einem alltäglichen Grund.',
      held: 'Bis zum {until} sendet Stillhere nichts von dem, was {owner} hinterlassen hat, weder an Sie noch an andere. {owner} kann das früher beenden, mit einem anderen Passwort.',
      others:
        'In anderen E-Mails von uns kann stehen, dass {owner} geantwortet hat. Sie gehen hinaus wie immer und bedeuten nicht, dass {owner} in Sicherheit ist.',
      note: '{owner} sieht nichts von dieser E-Mail. Wenn andere Ihre E-Mails lesen, löschen Sie sie.',
    },
    ended: {
      heading: 'Stillhere hält nicht mehr zurück, was {owner} hinterlassen hat.',
      headingNamed: '{contact}, Stillhere hält nicht mehr zurück, was {owner} hinterlassen hat.',
      what: 'Am {began} wurde das zweite Passwort von {owner} benutzt, das für einen Moment unter Zwang ist.',
      how: '{by, select, owner {Am {when} hat jemand das mit dem richtigen Passwort von {owner} beendet.} other {Das endete am {when}, nach so vielen Tagen, wie {owner} gewählt hatte.}}',
      next: 'Was schon fällig war, wird jetzt gesendet; alles andere an seinem Datum. Sie müssen für uns nichts tun.',
      unsure:
        'Wir können nicht sehen, wer das war, und auch nicht, ob {owner} in Sicherheit ist. Wenn Sie unsicher sind, schreiben Sie nichts darüber: Finden Sie einen Weg, {owner} allein zu treffen.',
    },
    label: 'Ansehen, was Stillhere ist',
    why: 'Wir schreiben Ihnen, weil {owner} Ihre Adresse bei Stillhere angegeben und nur Sie für diese E-Mail ausgewählt hat.',
    reply: 'Eine Antwort auf diese E-Mail geht an Stillhere, nicht an {owner}.',
  },
};
