const DAYS = '{days, plural, one {# Tag} other {# Tage}}';
const FROM =
  '{by, select, link {aus dem Postfach von {owner}} account {aus dem Konto von {owner}} other {im Namen von {owner}}}';
const WHY =
  'Wir schreiben Ihnen, weil {owner} uns Ihre Adresse als Vertrauensperson gegeben hat. Wir verwenden sie für nichts anderes.';
const REPLY = 'Fragen? Antworten Sie auf diese E-Mail. Ihre Antwort geht an Stillhere, nicht an {owner}.';
const TRAVEL =
  'Das heißt nicht, dass etwas passiert ist. Menschen verreisen, werden krank oder verlieren ihr Telefon. Wenn Sie können, rufen Sie {owner} an oder machen Sie einen Besuch.';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Ein Test von {owner}: Kommt diese E-Mail bei Ihnen an?',
      heading: 'Das ist nur ein Test.',
      headingNamed: '{contact}, das ist nur ein Test.',
      who: '{person} hat Sie bei Stillhere als Vertrauensperson genannt und diesen Test gesendet, um zu sehen, ob unsere E-Mails bei Ihnen ankommen.',
      done: 'Diese E-Mail ist bei Ihnen angekommen. Sie müssen nichts tun.',
      nothing: 'Das heißt nicht, dass {owner} etwas passiert ist.',
      later:
        'Stillhere bewahrt Briefe und Dateien für Menschen auf. Wenn {owner} uns einmal nicht mehr antwortet, schreiben wir Ihnen von dieser Adresse und sagen Ihnen, was als Nächstes geschieht.',
      label: 'Ansehen, was Stillhere ist',
      why: 'Wir schreiben Ihnen, weil {owner} Stillhere Ihre Adresse gegeben und Ihnen einen Test gesendet hat.',
      reply: 'Wenn Sie auf diese E-Mail antworten, erreichen Sie {owner} unter {email}.',
    },
  },
  'contact-mails': {
    label: 'Den neuesten Stand ansehen',
    days: {
      caption: 'So geht es weiter. Vor diesen Zeiten geschieht nichts. Zeitzone: {place}.',
      sent: 'Wenn {owner} etwas für Sie zurückgelegt hat, senden wir es Ihnen, außer {owner} antwortet uns vorher.',
    },
    silent: {
      subject: 'Wir haben seit dem {date} nichts von {owner} gehört',
      heading: 'Wir haben nichts von {owner} gehört.',
      headingNamed: '{contact}, wir haben nichts von {owner} gehört.',
      askedUs: `{person} hat Stillhere gebeten, Ihnen zu schreiben, wenn unsere E-Mails ohne Antwort bleiben. Gewählte Frist: ${DAYS}. Die letzte Antwort kam am {date}.`,
      late: 'Diese E-Mail kommt spät. Am {when} haben wir schon in einer anderen E-Mail gesendet, was {owner} für die Vertrauenspersonen zurückgelegt hatte.',
      pleaseReach: TRAVEL,
      lateReach:
        'Wir wissen nicht, warum keine Antwort kam. Falls Sie {owner} verloren haben, tut es uns sehr leid. Wenn Sie {owner} noch erreichen können, rufen Sie bitte an oder machen Sie einen Besuch.',
      stops:
        'Um uns zu sagen, dass alles gut ist, kann {owner} sich bei Stillhere anmelden oder den Knopf in unseren E-Mails drücken.',
      page: 'Der Link öffnet eine Seite, die immer auf dem neuesten Stand ist. Sie brauchen kein Konto und kein Passwort.',
      news: 'Wenn wir von {owner} hören, schreiben wir Ihnen.',
      now: 'Wir schreiben Ihnen. Es wurde nichts gesendet.',
      why: 'Wir schreiben Ihnen, weil {owner} Sie als Vertrauensperson genannt hat: als jemanden, an den wir uns wenden, wenn wir keine Antwort bekommen. Wir verwenden Ihre Adresse für nichts anderes.',
      about:
        'Stillhere bewahrt Briefe und Dateien auf. Ab und zu fragt es die Menschen, die es nutzen, ob sie noch da sind.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {Unsere Nachrichten über {owner} wurden ausgeschaltet} other {Wir haben eine Antwort ${FROM} bekommen}}`,
      heading: `{by, select, off {Jemand hat unsere Nachrichten über {owner} ausgeschaltet.} other {Wir haben eine Antwort ${FROM} bekommen.}}`,
      headingNamed: `{contact}, {by, select, off {jemand hat unsere Nachrichten über {owner} ausgeschaltet.} other {wir haben eine Antwort ${FROM} bekommen.}}`,
      happened:
        '{by, select, link {Jemand hat in einer E-Mail von Stillhere an {person} auf „I’m Still Here“ (Ich bin noch da) gedrückt.} account {Jemand hat das Stillhere-Konto von {person} benutzt.} off {Jemand hat sie im Stillhere-Konto von {person} ausgeschaltet.} other {Jemand hat in einer unserer E-Mails an {person} auf „I’m Still Here“ (Ich bin noch da) gedrückt oder das Stillhere-Konto benutzt.}}',
      earlier: '{happened} Vorher hatten wir Ihnen geschrieben, dass wir nichts von {owner} gehört hatten.',
      notSeen:
        'Wir können nicht sehen, wer es war. Wenn Sie sich Sorgen machen, rufen Sie {owner} an oder machen Sie einen Besuch.',
      nothingToDo:
        'Sie müssen für uns nichts tun. Wir senden Ihnen vorerst nichts mehr. Wenn wir Ihnen etwas gesendet haben, das Sie noch nicht geöffnet haben, ist es wieder geschlossen.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: 'Was {owner} zurückgelegt hat, wurde gesendet',
      heading: 'Was {owner} zurückgelegt hat, wurde gesendet.',
      headingNamed: '{contact}, was {owner} zurückgelegt hat, wurde gesendet.',
      happened:
        '{person} hat Stillhere gebeten, es Ihnen zu sagen, wenn das geschieht. Wir bekamen keine Antwort von {owner}. Deshalb haben wir am {when} begonnen zu senden, was {owner} zurückgelegt hatte, an die Menschen, für die es ist.',
      nothing:
        '{owner} hat Sie als Zeugin oder Zeugen genannt: als jemanden, der wissen soll, dass dies geschehen ist, und wann. Für Sie wurde dabei nichts hinterlassen, und Sie müssen nichts tun.',
      sorry:
        'Wir wissen nicht, warum keine Antwort kam. Falls Sie {owner} verloren haben, tut es uns sehr leid. Wenn Sie {owner} noch erreichen können, rufen Sie bitte an oder machen Sie einen Besuch.',
      why: 'Wir schreiben Ihnen, weil {owner} Sie als Vertrauensperson genannt hat, die davon wissen soll. Wir verwenden Ihre Adresse für nichts anderes.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'Wir konnten jemand anderem etwas von {owner} nicht zustellen',
      heading: 'Wir konnten jemand anderem etwas von {owner} nicht zustellen.',
      headingNamed: '{contact}, wir konnten jemand anderem etwas von {owner} nicht zustellen.',
      what: '{person} hatte Stillhere gebeten, es zuzustellen, aber es kam nicht an. Was Sie bekommen haben, ist davon nicht betroffen.',
      whyYou:
        'Wir können {owner} nicht fragen: Unsere E-Mails blieben ohne Antwort. Deshalb sagen wir es Ihnen als Vertrauensperson. Wir dürfen nicht sagen, was es ist und für wen es war.',
      kept: 'Nichts ist verloren. Wir bewahren es auf und versuchen es von uns aus nicht noch einmal.',
      pleaseReach:
        'Wenn Sie {owner} erreichen können, tun Sie es bitte. {owner} kann sich bei Stillhere anmelden, sehen, was geschehen ist, und es noch einmal versuchen.',
      settling:
        'Falls Sie {owner} verloren haben, tut es uns sehr leid. Wenn Sie die Angelegenheiten von {owner} regeln, antworten Sie bitte auf diese E-Mail.',
      note: 'Wir schreiben Ihnen darüber nur einmal.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: 'Wir haben nichts von {owner} gehört.',
      lead: '{person} hat Stillhere gebeten, Ihnen zu schreiben, wenn unsere E-Mails ohne Antwort bleiben. Gewählte Frist in Tagen: {days}.',
      last: 'Die letzte Antwort kam am {seen}. Wir haben Ihnen am {written} geschrieben.',
      advice: TRAVEL,
      stops:
        'Um uns zu sagen, dass alles gut ist, kann {owner} sich bei Stillhere anmelden oder den Knopf in unseren E-Mails drücken. Dann schreiben wir Ihnen, und auch diese Seite sagt es.',
      'nothing-sent': 'Es wurde nichts gesendet.',
      others: '{owner} hat auch {names} genannt und möchte, dass Sie voneinander wissen.',
      'not-running': 'Es wurde nichts gesendet. Im Moment ist nicht vorgesehen, Ihnen etwas zu senden.',
      removed: 'Sie sind keine Vertrauensperson von {owner} mehr. Deshalb wird Ihnen nichts gesendet.',
    },
    released: {
      'sent-heading': 'Was {owner} zurückgelegt hat, wurde gesendet.',
      'nothing-heading': 'Wir haben immer noch nichts von {owner} gehört.',
      lead: 'Wir bekamen keine Antwort von {person}. Deshalb haben wir getan, worum {owner} uns gebeten hatte.',
      'lead-on':
        'Wir bekamen keine Antwort von {person}. Deshalb haben wir am {when} getan, worum {owner} uns gebeten hatte.',
      sorry: 'Falls Sie {owner} verloren haben, tut es uns sehr leid.',
      sent: 'Suchen Sie in Ihrem Postfach {email}, auch im Spam-Ordner, nach einer E-Mail von Stillhere, die {owner} nennt. Sie öffnet alles, was für Sie hinterlassen wurde.',
      pending: 'Eine E-Mail von Stillhere, die {owner} nennt, ist auf dem Weg zu {email}.',
      comes: 'Für Sie wurde etwas hinterlassen. Wir senden es am {date} an {email}.',
      failed:
        'Wir konnten unsere E-Mail an {email} nicht zustellen, oder sie wurde zurückgezogen. Bitte antworten Sie auf die Nachricht, die Sie hierher geführt hat.',
      undeliverable: 'Wir konnten unsere E-Mail an {email} nicht zustellen.',
      'open-lead': 'Sie brauchen diese E-Mail nicht: Sie können es auch hier öffnen.',
      open: 'Ansehen, was für Sie hinterlassen wurde',
      none: 'Für Sie wurde nichts hinterlassen, und Sie müssen nichts tun.',
      undelivered:
        'Etwas, das {owner} jemand anderem hinterlassen hatte, konnten wir nicht zustellen. Wir bewahren es auf. Wenn Sie {owner} erreichen können, tun Sie es bitte: {owner} kann sich anmelden und es noch einmal versuchen.',
    },
    ended: { when: 'Das war am {when}.' },
    deleted: {
      heading: 'Dieses Konto wurde gelöscht.',
      lead: 'Die Person, die Sie genannt hat, hat kein Konto bei Stillhere mehr.',
      advice: 'Ihnen wird nichts gesendet, und Sie müssen nichts tun.',
    },
  },
  'emergency-link-trouble': {
    missing:
      'Bitte drücken Sie den Knopf in der Nachricht noch einmal. Wenn das Konto gelöscht wurde, funktionieren seine Links nicht mehr.',
    ours: 'Ihr Link bleibt gültig. Bitte versuchen Sie es in ein paar Minuten noch einmal. Solange man uns nicht erreichen kann, senden wir den Vertrauenspersonen nichts.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'Zu unserer früheren E-Mail: Das Konto bei Stillhere wurde gelöscht',
      preview: 'Wir senden Ihnen dazu nichts mehr.',
      heading: 'Das Konto, über das wir Ihnen geschrieben haben, wurde gelöscht.',
      paragraphs: [
        'Vor einiger Zeit hat Stillhere Ihnen geschrieben, weil wir nichts von einem Menschen gehört hatten, der Sie als Vertrauensperson genannt hat. Nun hat jemand das Konto dieses Menschen gelöscht, nach einer Anmeldung in diesem Konto.',
        'Den Namen haben wir nicht mehr. Sie finden ihn in unserer früheren E-Mail. Wenn Sie sich um diesen Menschen Sorgen machen, rufen Sie bitte an oder machen Sie einen Besuch.',
        'Wir senden Ihnen nichts mehr, und Sie müssen für uns nichts tun.',
      ],
      label: 'Zu Stillhere',
      notes: ['Wenn wir Ihnen früher etwas anderes gesendet haben, funktioniert der Link dazu nicht mehr.'],
      why: [
        'Wir schreiben Ihnen, weil Sie bei Stillhere als Vertrauensperson genannt wurden. Das ist unsere letzte E-Mail.',
        'Fragen? Antworten Sie auf diese E-Mail.',
      ],
    },
  },
  'contact-card': {
    heading: 'Wenn {owner} etwas passiert',
    lead: '{contact}, {owner} ({email}) bewahrt bei Stillhere Briefe und Dateien auf und hat Sie als Person genannt, der wir schreiben.',
    notified:
      'Wenn {days, plural, one {# Tag} other {# Tage}} lang keine Antwort von {owner} kommt, senden wir Ihnen eine E-Mail an {address}. Vorher müssen Sie nichts tun.',
    reach:
      'Rufen Sie {owner} dann bitte an oder machen Sie einen Besuch, wenn Sie können. Ein Lebenszeichen von {owner} hält alles an.',
    later: {
      recipient:
        'Wenn danach noch {safety, plural, one {# Tag} other {# Tage}} oder länger keine Antwort kommt, schreiben wir Ihnen noch einmal, falls {owner} etwas für Sie hinterlassen hat.',
      witness:
        'Wenn danach noch {safety, plural, one {# Tag} other {# Tage}} oder länger keine Antwort kommt, schreiben wir Ihnen noch einmal, um Ihnen zu sagen, dass es geschehen ist.',
    },
    link: 'Jede E-Mail hat einen Link. Sie brauchen kein Konto und kein Passwort, und es kostet nichts.',
    sender: 'Unsere E-Mails kommen von {sender}. Bitte sehen Sie auch im Spam-Ordner nach.',
    genuine: 'So prüfen Sie, ob eine E-Mail echt ist: {page}',
    never: 'Wir bitten nie um Geld oder um ein Passwort.',
  },
};
