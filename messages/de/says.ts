const WHY =
  'Wir schreiben Ihnen, weil {owner} uns Ihre Adresse als Vertrauensperson gegeben hat. Wir verwenden sie für nichts anderes.';
const REPLY = 'Fragen? Antworten Sie auf diese E-Mail. Ihre Antwort geht an Stillhere, nicht an {owner}.';

export const says = {
  'contact-say': {
    heading: 'Was Sie tun können',
    nothing: {
      heading: 'Nichts tun',
      text: 'Das ist in Ordnung. Die Zeiten oben bleiben, wie sie sind. Sie können jederzeit auf diese Seite zurückkommen.',
    },
    worried: {
      heading: 'Wenn Sie sich Sorgen machen',
      danger: 'Wenn Sie denken, dass {owner} jetzt in Gefahr ist, rufen Sie die Notrufnummer von dort an.',
      support: 'Schreiben Sie uns an <mail>{address}</mail>. Wir können nicht sehen, was zurückgelegt wurde.',
    },
    foot: 'Sie haben kein Konto bei uns und brauchen keines. Wir bitten Sie nie um Geld oder ein Passwort. Bitte geben Sie diese Seite nicht weiter: Wer den Link hat, kann in Ihrem Namen antworten.',
    held: {
      own: 'Sie haben uns am {when} gesagt, dass Sie von {owner} gehört haben. Deshalb wird vor dem {until} nichts gesendet.',
      other: 'Jemand hat uns gesagt, von {owner} gehört zu haben. Deshalb wird vor dem {until} nichts gesendet.',
    },
    confirmed: {
      own: 'Sie haben uns am {when} gesagt, dass {owner} gestorben ist oder nicht antworten kann.',
      count:
        'Schweigen allein entscheidet nicht: Erst {needed, plural, one {muss eine Vertrauensperson} other {müssen # Vertrauenspersonen}} es uns sagen. {given, plural, =0 {Noch niemand hat es getan.} one {Eine hat es getan.} other {# haben es getan.}}',
    },
    raised: {
      own: 'Sie haben uns am {when} gesagt, dass etwas passiert ist. Wir haben {owner} gefragt. Wenn keine Antwort kommt, schreiben wir Ihnen und den anderen Vertrauenspersonen von {owner}.',
      ownUntil:
        'Sie haben uns am {when} gesagt, dass etwas passiert ist. Wir haben {owner} gefragt. Wenn bis zum {until} keine Antwort kommt, schreiben wir Ihnen und den anderen Vertrauenspersonen von {owner}.',
      other:
        'Jemand hat uns gesagt, dass etwas passiert ist. Wir fragen {owner} und schreiben Ihnen, wenn keine Antwort kommt.',
    },
    heardStep: {
      heading: 'Sie haben von {owner} gehört',
      offer:
        'Ein Anruf, eine Nachricht oder ein Besuch. Alles wartet dann 14 Tage länger, und wir fragen {owner} noch einmal. Sie können das einmal tun.',
      open: 'Ich habe von dieser Person gehört',
      lead: 'Das ist eine gute Nachricht. Das geschieht, wenn Sie es sagen.',
      follows: {
        waits: 'Alles wartet mindestens bis zum {until}.',
        asks: 'Wir fragen {owner} noch einmal. Eine Antwort beendet alles.',
        others: 'Wir sagen den anderen Vertrauenspersonen, dass jemand von {owner} gehört hat. Wir sagen nicht, was.',
        after:
          'Wenn {owner} bis dahin nicht geantwortet hat, kann das Zurückgelegte von diesem Tag an gesendet werden.',
      },
      submit: 'Ja, ich habe von dieser Person gehört',
      note: 'Sie können das einmal tun. Wir behalten Ihren Namen und die Zeit, und {owner} kann beides sehen.',
    },
    confirmedStep: {
      heading: 'Sie wissen, dass {owner} gestorben ist oder nicht antworten kann',
      offer:
        'Zum Beispiel liegt {owner} im Krankenhaus und kann nicht sprechen, oder ist gestorben. Auch dann wird vor den Zeiten oben nichts gesendet.',
      open: 'Ich weiß, dass diese Person gestorben ist oder nicht antworten kann',
      lead: 'Es tut uns leid, dass Sie auf dieser Seite sein müssen. Lassen Sie sich Zeit. Sie können auch morgen wiederkommen.',
      follows: {
        sends:
          'Wenn {needed, plural, one {Sie es gesagt haben} other {# Vertrauenspersonen es gesagt haben}}, senden wir, was {owner} zurückgelegt hat, an die Menschen, die {owner} gewählt hat. Nicht vor dem {first}.',
        asks: 'Bis dahin fragen wir {owner} weiter. Wenn eine Antwort kommt, wird nichts gesendet.',
        heard: 'Wenn jemand von {owner} gehört hat, zählt das mehr: Alles wartet 14 Tage.',
        others: 'Wir sagen den anderen Vertrauenspersonen, dass jemand von Ihnen das gesagt hat. Wir sagen nicht, wer.',
      },
      name: 'Ihr voller Name',
      nameHint: 'Geben Sie ihn so ein, wie {owner} ihn geschrieben hat: {name}',
      nameMissing: 'Bitte geben Sie Ihren Namen ein: {name}',
      submit: 'Ich weiß, dass diese Person gestorben ist oder nicht antworten kann',
      note: 'Wenn sich zeigt, dass es ein Irrtum war, kommen Sie zurück und drücken Sie „Ich habe von dieser Person gehört“. Das zählt mehr. Wir behalten Ihren Namen und die Zeit, und {owner} kann beides sehen.',
    },
    raisedStep: {
      heading: '{owner} ist etwas passiert',
      offer: 'Ein Todesfall, ein Unfall, eine Krankheit: Sie können es uns sagen, und wir fragen dann {owner}.',
      open: 'Es ist etwas passiert',
      lead: 'Es tut uns leid. Das geschieht, wenn Sie es uns sagen.',
      follows: {
        asks: 'Wir fragen {owner} sofort. Wenn eine Antwort kommt, geschieht nichts weiter.',
        tells:
          'Wenn {days, plural, one {# Tag} other {# Tage}} nach der Ankunft unserer Nachricht keine Antwort da ist, schreiben wir Ihnen und den anderen Vertrauenspersonen von {owner}.',
        sends:
          'Danach warten wir noch {safety, plural, one {# Tag} other {# Tage}}. Erst dann senden wir, was {owner} zurückgelegt hat.',
      },
      submit: 'Es ist etwas passiert',
      note: 'Sie können das zweimal im Jahr tun. Wir behalten Ihren Namen und die Zeit, und {owner} kann beides sehen.',
    },
    back: 'Zurück',
    done: 'Danke. Wir haben es aufgeschrieben.',
    gone: 'Das hat sich inzwischen geändert. Deshalb haben wir nichts getan. So ist es jetzt.',
    'name-differs': 'Bitte schreiben Sie Ihren Namen so, wie {owner} ihn geschrieben hat: {name}',
    quiet: {
      heading: '{owner} hat Sie als Vertrauensperson gewählt.',
      lead: '{person} hat Stillhere gebeten, Ihnen zu schreiben, wenn unsere E-Mails an {owner} ohne Antwort bleiben.',
      nothing: 'Soweit wir wissen, ist nichts passiert. Sie müssen nichts tun.',
      removed: 'Sie sind keine Vertrauensperson von {owner} mehr. Sie müssen nichts tun.',
    },
    lead: {
      raised:
        '{person} hat Stillhere gebeten, Ihnen zu schreiben, wenn eine Vertrauensperson uns sagt, dass etwas passiert ist, und unsere E-Mails danach ohne Antwort bleiben.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} hat Stillhere gebeten, Ihnen zu schreiben, wenn eine Vertrauensperson uns sagt, dass etwas passiert ist, und unsere E-Mails danach ohne Antwort bleiben. Die letzte Antwort kam am {date}.',
    },
    days: {
      ifConfirmed:
        'Der erste Tag, an dem es gesendet werden kann. An diesem Tag senden wir es nur, wenn uns {needed, plural, one {eine Vertrauensperson gesagt hat} other {# Vertrauenspersonen gesagt haben}}, dass {owner} gestorben ist oder nicht antworten kann.',
    },
    held: {
      subject: 'Jemand hat von {owner} gehört',
      heading: 'Jemand hat von {owner} gehört.',
      headingNamed: '{contact}, jemand hat von {owner} gehört.',
      what: 'Eine andere Vertrauensperson von {person} hat es Stillhere gesagt. Mehr wissen wir nicht.',
      waits: 'Deshalb warten wir: Vor dem {until} wird nichts gesendet. Wir haben {owner} noch einmal gefragt.',
      waitsNot: 'Wir haben {owner} noch einmal gefragt.',
      nothingToDo: 'Sie müssen nichts tun.',
      now: 'Wir schreiben Ihnen. Es wurde nichts gesendet.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Jemand hat uns gesagt, dass {owner} nicht antworten kann',
      heading: 'Jemand hat uns gesagt, dass {owner} nicht antworten kann.',
      headingNamed: '{contact}, jemand hat uns gesagt, dass {owner} nicht antworten kann.',
      what: 'Eine andere Vertrauensperson von {person} hat Stillhere gesagt, dass {owner} gestorben ist oder nicht antworten kann. Falls das so ist, tut es uns sehr leid.',
      more: '{owner} hat uns gebeten zu warten, bis {needed, plural, one {eine Vertrauensperson es sagt} other {# Vertrauenspersonen es sagen}}. {given, plural, one {Eine hat es gesagt} other {# haben es gesagt}}.',
      heard:
        'Wenn Sie seitdem von {owner} gehört haben, sagen Sie es bitte auf der Seite hinter dem Link. Das zählt mehr: Alles wartet dann 14 Tage.',
      now: 'Wir schreiben Ihnen. Es wurde nichts gesendet.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} bittet Sie, Vertrauensperson zu sein',
      heading: '{owner} bittet Sie, Vertrauensperson zu sein.',
      headingNamed: '{contact}, {owner} bittet Sie, Vertrauensperson zu sein.',
      who: '{person} nutzt Stillhere, das Briefe und Dateien für Menschen aufbewahrt, und hat Sie als Vertrauensperson genannt.',
      nothing: '{owner} ist nichts passiert. Das ist nur eine Frage.',
      means: {
        recipient:
          'Wenn {owner} uns einmal nicht mehr antwortet, schreiben wir Ihnen und sagen Ihnen, was als Nächstes geschieht. Vielleicht bekommen Sie auch etwas, das {owner} Ihnen hinterlassen hat.',
        witness:
          'Wenn {owner} uns einmal nicht mehr antwortet, schreiben wir Ihnen und sagen Ihnen, was als Nächstes geschieht. Sonst würden Sie nichts bekommen.',
      },
      label: 'Lesen und antworten',
      note: 'Sie können Ja oder Nein sagen, oder uns sagen, dass Ihre Adresse eine andere ist. Sie brauchen kein Konto und kein Passwort.',
      why: 'Wir schreiben Ihnen, weil {owner} Stillhere Ihre Adresse gegeben hat und Sie fragen möchte.',
      reply: 'Wenn Sie auf diese E-Mail antworten, erreichen Sie {owner} unter {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} bittet Sie, Vertrauensperson zu sein.',
    lead: '{person} hat Sie genannt, damit wir Ihnen Bescheid sagen, wenn {owner} uns einmal nicht mehr antwortet.',
    nothing: '{owner} ist nichts passiert.',
    means: {
      recipient:
        'Wenn dieser Tag kommt, schreiben wir Ihnen zuerst. Später bekommen Sie vielleicht etwas, das {owner} Ihnen hinterlassen hat.',
      witness: 'Wenn dieser Tag kommt, schreiben wir Ihnen. {owner} hat gewählt, dass Sie sonst nichts bekommen.',
    },
    free: 'Es kostet nichts, und Sie brauchen kein Konto.',
    accept: 'Ja, ich nehme an',
    decline: 'Nein, bitte nicht ich',
    other: 'Meine Adresse ist eine andere',
    email: 'Ihre E-Mail-Adresse',
    send: 'Diese Adresse senden',
    wrong: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    answers: {
      none: 'Sie haben noch nicht geantwortet.',
      accepted: 'Sie haben Ja gesagt. Danke. Wir haben es {owner} gesagt.',
      declined: 'Sie haben Nein gesagt. Wir haben es {owner} gesagt. {owner} entscheidet, was nun geschieht.',
    },
    proposed: 'Sie haben die Adresse {email} angegeben. {owner} entscheidet, ob wir sie verwenden.',
    mind: 'Sie können Ihre Antwort hier jederzeit ändern. Behalten Sie die E-Mail, damit Sie diese Seite wiederfinden.',
    missing: 'Vielleicht hat diese Person ihre Vertrauenspersonen geändert. Sie müssen nichts tun.',
  },
};
