const DAYS = '{days, plural, one {# giorno} other {# giorni}}';
const FROM =
  '{by, select, link {dalla casella di {owner}} account {dall’account di {owner}} other {per conto di {owner}}}';
const WHY =
  'Le scriviamo perché {owner} ci ha dato il Suo indirizzo come contatto di fiducia. Non lo usiamo per nient’altro.';
const REPLY = 'Domande? Risponda a questa email. La Sua risposta arriva a Stillhere, non a {owner}.';
const TRAVEL =
  'Questo non vuol dire che sia successo qualcosa. Si viaggia, ci si ammala, si perde il telefono. Se può, telefoni a {owner} o faccia una visita.';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Una prova da {owner}: questa email Le arriva?',
      heading: 'Questa è solo una prova.',
      headingNamed: '{contact}, questa è solo una prova.',
      who: '{person} ha indicato Lei come contatto di fiducia su Stillhere e ha inviato questa prova per vedere se le nostre email Le arrivano.',
      done: 'Questa email Le è arrivata. Non deve fare nulla.',
      nothing: 'Non vuol dire che sia successo qualcosa a {owner}.',
      later:
        'Stillhere conserva lettere e file per le persone. Se un giorno {owner} non ci risponderà più, Le scriveremo da questo indirizzo e Le diremo che cosa succede dopo.',
      label: 'Scopri che cos’è Stillhere',
      why: 'Le scriviamo perché {owner} ha dato il Suo indirizzo a Stillhere e ha scelto di inviarLe una prova.',
      reply: 'Risponda a questa email per raggiungere {owner} all’indirizzo {email}.',
    },
  },
  'contact-mails': {
    label: 'Vedi le novità',
    days: {
      caption: 'Ecco che cosa succede dopo. Nulla accade prima di queste date. Fuso orario: {place}.',
      sent: 'Se {owner} ha messo da parte qualcosa per Lei, glielo inviamo, a meno che {owner} non ci risponda prima.',
    },
    silent: {
      subject: 'Non abbiamo notizie di {owner} dal {date}',
      heading: 'Non abbiamo notizie di {owner}.',
      headingNamed: '{contact}, non abbiamo notizie di {owner}.',
      askedUs: `{person} ha chiesto a Stillhere di scriverLe se le nostre email fossero rimaste senza risposta per ${DAYS}. L’ultima risposta è del {date}.`,
      late: 'Questa email Le arriva tardi. Il {when} abbiamo già inviato, in un’altra email, ciò che {owner} aveva messo da parte per i contatti di fiducia.',
      pleaseReach: TRAVEL,
      lateReach:
        'Non sappiamo perché non ci sia stata risposta. Se ha perso {owner}, ci dispiace molto. Se può ancora raggiungere {owner}, telefoni o faccia una visita.',
      stops: 'Per dirci che va tutto bene, {owner} può accedere a Stillhere o premere il pulsante nelle nostre email.',
      page: 'Il link apre una pagina che è sempre aggiornata. Non servono né un account né una password.',
      news: 'Se avremo notizie di {owner}, Le scriveremo.',
      now: 'Scriviamo a Lei. Non è stato inviato nulla.',
      why: 'Le scriviamo perché {owner} ha indicato Lei come contatto di fiducia: qualcuno da contattare quando non riceviamo risposta. Non usiamo il Suo indirizzo per nient’altro.',
      about: 'Stillhere conserva lettere e file. Ogni tanto chiede alle persone che lo usano se ci sono ancora.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {I nostri messaggi su {owner} sono stati disattivati} other {Abbiamo avuto una risposta ${FROM}}}`,
      heading: `{by, select, off {Qualcuno ha disattivato i nostri messaggi su {owner}.} other {Abbiamo avuto una risposta ${FROM}.}}`,
      headingNamed: `{contact}, {by, select, off {qualcuno ha disattivato i nostri messaggi su {owner}.} other {abbiamo avuto una risposta ${FROM}.}}`,
      happened:
        '{by, select, link {Qualcuno ha premuto «I’m Still Here» (sono ancora qui) in una email di Stillhere a {person}.} account {Qualcuno ha usato l’account Stillhere di {person}.} off {Qualcuno li ha disattivati nell’account Stillhere di {person}.} other {Qualcuno ha premuto «I’m Still Here» (sono ancora qui) in una delle nostre email a {person}, o ha usato l’account Stillhere.}}',
      earlier: '{happened} Prima Le avevamo scritto che non avevamo notizie di {owner}.',
      notSeen: 'Non possiamo vedere chi sia stato. Se qualcosa La preoccupa, telefoni a {owner} o faccia una visita.',
      nothingToDo:
        'Non deve fare nulla per noi. Per ora non Le invieremo altro. Se Le abbiamo inviato qualcosa che non ha ancora aperto, ora è di nuovo chiuso.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: 'Ciò che {owner} ha messo da parte è stato inviato',
      heading: 'Ciò che {owner} ha messo da parte è stato inviato.',
      headingNamed: '{contact}, ciò che {owner} ha messo da parte è stato inviato.',
      happened:
        '{person} ha chiesto a Stillhere di dirlo a Lei, se fosse successo. Non abbiamo avuto risposta da {owner}. Per questo, il {when}, abbiamo cominciato a inviare ciò che {owner} aveva messo da parte alle persone a cui è destinato.',
      nothing:
        '{owner} ha indicato Lei come testimone: qualcuno che deve sapere che questo è successo, e quando. Non è stato lasciato nulla per Lei, e non deve fare nulla.',
      sorry:
        'Non sappiamo perché non ci sia stata risposta. Se ha perso {owner}, ci dispiace molto. Se può ancora raggiungere {owner}, telefoni o faccia una visita.',
      why: 'Le scriviamo perché {owner} ha indicato Lei come contatto di fiducia e testimone. Non usiamo il Suo indirizzo per nient’altro.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'Non siamo riusciti a consegnare a un’altra persona qualcosa di {owner}',
      heading: 'Non siamo riusciti a consegnare a un’altra persona qualcosa di {owner}.',
      headingNamed: '{contact}, non siamo riusciti a consegnare a un’altra persona qualcosa di {owner}.',
      what: '{person} aveva chiesto a Stillhere di consegnarlo, ma non è arrivato. Ciò che Lei ha ricevuto non cambia.',
      whyYou:
        'Non possiamo chiedere a {owner}: le nostre email sono rimaste senza risposta. Per questo lo diciamo a Lei, contatto di fiducia. Non possiamo dire che cosa sia, né per chi fosse.',
      kept: 'Non si è perso nulla. Continuiamo a conservarlo e non riproveremo di nostra iniziativa.',
      pleaseReach:
        'Se può raggiungere {owner}, lo faccia, per favore. {owner} può accedere a Stillhere, vedere che cosa è successo e riprovare.',
      settling:
        'Se ha perso {owner}, ci dispiace molto. Se si occupa delle pratiche di {owner}, risponda a questa email.',
      note: 'A questo riguardo Le scriviamo una sola volta.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: 'Non abbiamo notizie di {owner}.',
      lead: '{person} ha chiesto a Stillhere di scriverLe se le nostre email fossero rimaste senza risposta. Giorni di attesa scelti: {days}.',
      last: 'L’ultima risposta è del {seen}. Le abbiamo scritto il {written}.',
      advice: TRAVEL,
      stops:
        'Per dirci che va tutto bene, {owner} può accedere a Stillhere o premere il pulsante nelle nostre email. In quel caso Le scriveremo, e lo dirà anche questa pagina.',
      'nothing-sent': 'Non è stato inviato nulla.',
      others: '{owner} ha indicato anche {names}, e vuole che sappiate gli uni degli altri.',
      'not-running': 'Non è stato inviato nulla. Al momento non è previsto alcun invio per Lei.',
      removed: 'Lei non è più un contatto di fiducia di {owner}, quindi non Le sarà inviato nulla.',
    },
    released: {
      'sent-heading': 'Ciò che {owner} ha messo da parte è stato inviato.',
      'nothing-heading': 'Non abbiamo ancora notizie di {owner}.',
      lead: 'Non abbiamo avuto risposta da {person}, quindi abbiamo fatto ciò che {owner} ci aveva chiesto.',
      'lead-on':
        'Non abbiamo avuto risposta da {person}. Per questo, il {when}, abbiamo fatto ciò che {owner} ci aveva chiesto.',
      sorry: 'Se ha perso {owner}, ci dispiace molto.',
      sent: 'Cerchi nella Sua casella {email}, anche nella cartella spam, un’email di Stillhere con il nome di {owner}. Apre tutto ciò che è stato lasciato per Lei.',
      pending: 'Un’email di Stillhere con il nome di {owner} è in viaggio verso {email}.',
      comes: 'È stato lasciato qualcosa per Lei. Lo invieremo a {email} il {date}.',
      failed:
        'Non siamo riusciti a consegnare la nostra email a {email}, o è stata ritirata. Risponda al messaggio che contiene questo link.',
      undeliverable: 'Non siamo riusciti a consegnare la nostra email a {email}.',
      'open-lead': 'Non Le serve quell’email: può aprirlo anche qui.',
      open: 'Vedi ciò che è stato lasciato per Lei',
      none: 'Non è stato lasciato nulla per Lei, e non deve fare nulla.',
      undelivered:
        'Non siamo riusciti a consegnare qualcosa che {owner} aveva lasciato a un’altra persona. Continuiamo a conservarlo. Se può raggiungere {owner}, lo faccia, per favore: {owner} può accedere e riprovare.',
    },
    ended: { when: 'È successo il {when}.' },
    deleted: {
      heading: 'Questo account è stato eliminato.',
      lead: 'La persona che ha indicato Lei non ha più un account su Stillhere.',
      advice: 'Non Le sarà inviato nulla, e non deve fare nulla.',
    },
  },
  'emergency-link-trouble': {
    missing:
      'Prema di nuovo il pulsante nel messaggio. Se l’account è stato eliminato, i suoi link non funzionano più.',
    ours: 'Il Suo link resta valido. Riprovi tra qualche minuto. Finché non è possibile raggiungerci, non inviamo nulla ai contatti di fiducia.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'A proposito della nostra email precedente: l’account Stillhere è stato eliminato',
      preview: 'Non Le invieremo altro su questo.',
      heading: 'L’account di cui Le abbiamo scritto è stato eliminato.',
      paragraphs: [
        'Qualche tempo fa Stillhere Le ha scritto perché non avevamo notizie di una persona che ha indicato Lei come contatto di fiducia. Ora l’account di quella persona è stato eliminato da qualcuno che vi aveva effettuato l’accesso.',
        'Non abbiamo più il nome. Lo trova nella nostra email precedente. Se qualcosa La preoccupa, telefoni a quella persona o faccia una visita.',
        'Non Le invieremo altro, e non deve fare nulla per noi.',
      ],
      label: 'Vai a Stillhere',
      notes: ['Se in precedenza Le abbiamo inviato altro, il link non funziona più.'],
      why: [
        'Le scriviamo perché qualcuno ha indicato Lei a Stillhere come contatto di fiducia. Questa è la nostra ultima email.',
        'Domande? Risponda a questa email.',
      ],
    },
  },
  'contact-card': {
    heading: 'Se succede qualcosa a {owner}',
    lead: '{contact}, {owner} ({email}) conserva lettere e file su Stillhere e ha indicato Lei come persona da avvisare.',
    notified:
      'Se {owner} non risponde per {days, plural, one {# giorno} other {# giorni}}, Le scriviamo un’email a {address}. Prima di allora non deve fare nulla.',
    reach: 'A quel punto, se può, telefoni a {owner} o faccia una visita. Un segno di vita di {owner} ferma tutto.',
    later: {
      recipient:
        'Se non arriva ancora risposta per {safety, plural, one {un altro giorno} other {altri # giorni}} o più, Le scriviamo di nuovo, se {owner} ha lasciato qualcosa per Lei.',
      witness:
        'Se non arriva ancora risposta per {safety, plural, one {un altro giorno} other {altri # giorni}} o più, Le scriviamo di nuovo per dirLe che è avvenuto.',
    },
    link: 'Ogni email contiene un link. Non servono account né password, e non costa nulla.',
    sender: 'Le nostre email arrivano da {sender}. Controlli anche la cartella dello spam.',
    genuine: 'Come verificare che un’email sia autentica: {page}',
    never: 'Non chiediamo mai denaro né password.',
  },
};
