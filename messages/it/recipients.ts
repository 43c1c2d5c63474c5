const A_THING =
  '{type, select, text {una lettera} image {un’immagine} video {un video} audio {una registrazione} other {un file}}';
const THE_THING =
  '{type, select, text {la lettera} image {l’immagine} video {il video} audio {la registrazione} other {il file}}';
const THIS_THING =
  '{type, select, text {questa lettera} image {questa immagine} video {questo video} audio {questa registrazione} other {questo file}}';
const DID =
  '{type, select, text {Le ha scritto} image {Le ha lasciato un’immagine} video {Le ha lasciato un video} audio {Le ha lasciato una registrazione} other {Le ha lasciato un file}}';
const MADE = '{type, select, text {scritta} image {aggiunta} video {aggiunto} audio {aggiunta} other {aggiunto}}';
const AND_KEPT =
  '{type, select, text {conservata} image {conservata} video {conservato} audio {conservata} other {conservato}}';
const OPEN_IT =
  '{type, select, text {Apri la lettera} image {Apri l’immagine} video {Apri il video} audio {Apri la registrazione} other {Apri il file}}';
const SENT_FOR = 'Stillhere Le invia questo per conto di {person},';

export const recipients = {
  words: {
    someone: 'Qualcuno',
    identified: '{name} ({email})',
    unidentified: '{name} (indirizzo email non confermato)',
    quoted: '«{title}»',
    introduces: '{label}:',
    others: 'altri {count}',
    counted: {
      text: '{count, plural, one {una lettera} =2 {due lettere} other {# lettere}}',
      image: '{count, plural, one {un’immagine} =2 {due immagini} other {# immagini}}',
      video: '{count, plural, one {un video} =2 {due video} other {# video}}',
      audio: '{count, plural, one {una registrazione} =2 {due registrazioni} other {# registrazioni}}',
      file: '{count, plural, one {un file} =2 {due file} other {# file}}',
    },
  },
  times: { dateAndClock: '{date} alle {clock}', dateAndClockIn: '{date} alle {clock} ({place})' },
  invitations: {
    unnamed: 'Lei',
    until: { date: 'fino al {date}', endless: 'finché Stillhere esiste' },
    delivery: {
      subject: `Da {sender}, ${A_THING} per Lei: {title}`,
      heading: `{sender} ${DID}.`,
      headingNamed: `{recipient}, {sender} ${DID}.`,
      sentFor: `${SENT_FOR} che ci ha chiesto di inviarlo ora.`,
      sentForKept: `${SENT_FOR} che ci ha chiesto di conservarlo per Lei fino al {sent}.`,
      made: `Il titolo è {title}: ${THIS_THING} è del {written}.`,
      label: OPEN_IT,
      opening:
        'Il link apre una pagina su {host}. Non servono né un account né una password. Può aprirla {until}, a meno che {sender} non ritiri l’invio.',
      secret: `Chiunque abbia questo link può aprire ${THE_THING}.`,
      notForMe: `Non è per Lei? Scelga «Non è per me» su quella pagina. In quel caso chiudiamo ${THE_THING} senza aprire e avvisiamo {sender}.`,
      why: `Le scriviamo perché {sender} ci ha dato il Suo indirizzo per ${THIS_THING}. Non lo usiamo per nient’altro.`,
      about: 'Stillhere conserva lettere e file e invia ciascuno nel giorno scelto.',
      replyToSender: 'Se risponde a questa email, la Sua risposta arriva a {sender}, non a Stillhere.',
      replyToUs: 'Domande? Risponda a questa email. La Sua risposta arriva a Stillhere, non a {sender}.',
    },
    asked:
      'Prima di aprirsi, la pagina fa una domanda. Solo chi conosce {sender} può rispondere. Si prenda il tempo che serve: può riprovare più tardi.',
    several: {
      subject: 'Da {sender}, per Lei: {things}',
      heading: '{sender} ha lasciato qualcosa per Lei.',
      headingNamed: '{recipient}, {sender} ha lasciato qualcosa per Lei.',
      sentFor: `${SENT_FOR} che ci ha chiesto di inviarlo ora.`,
      made: '{sender} ha lasciato per Lei {things}. Il primo titolo è {title}.',
      label: 'Apri ciò che è stato lasciato per Lei',
      opening:
        'Il link apre una pagina su {host}. Non servono né un account né una password. Può aprirla {until}, a meno che {sender} non ritiri l’invio.',
      secret: 'Chiunque abbia questo link può aprire tutto.',
      notForMe:
        'Non è per Lei? Scelga «Non è per me» su quella pagina. In quel caso chiudiamo tutto senza aprire e avvisiamo {sender}.',
      why: 'Le scriviamo perché {sender} ci ha dato il Suo indirizzo per questo. Non lo usiamo per nient’altro.',
    },
    reminder: {
      subject: 'Ci ha chiesto un promemoria: qualcosa da {sender}',
      heading: 'Qualcosa da {sender} è ancora qui per Lei.',
      headingNamed: '{recipient}, qualcosa da {sender} è ancora qui per Lei.',
      asked:
        'Stillhere Le scrive perché ha scelto «Non ora» e ci ha chiesto di ricordarLe ciò che {person} ha lasciato per Lei.',
      hurry: 'Non c’è fretta. Può aprirlo {until}.',
      label: 'Vai alla pagina',
      again: 'Non è ancora il momento giusto? Scelga di nuovo «Non ora» su quella pagina.',
      why: 'Le scriviamo perché ci ha chiesto un promemoria. Lo facciamo una sola volta.',
    },
    release: {
      subject: 'Da {sender}, per Lei (inviato da Stillhere: nessuna risposta dal {since})',
      heading: '{sender} ha lasciato qualcosa per Lei.',
      headingNamed: '{recipient}, {sender} ha lasciato qualcosa per Lei.',
      sentFor: `${SENT_FOR} che voleva che Lei lo ricevesse se i nostri messaggi fossero rimasti senza risposta. L’ultima risposta è del {since}.`,
      things: '{sender} ha lasciato per Lei {things}.',
      silent:
        'Abbiamo chiesto più volte, poi abbiamo aspettato quanto {sender} desiderava. Non sappiamo perché non ci sia stata risposta. Se ha perso {sender}, ci dispiace molto.',
      label: 'Apri ciò che è stato lasciato per Lei',
      opening:
        'Il link apre una pagina su {host}. Non servono né un account né una password. Non c’è fretta: può aprirla {until}.',
      secret: 'Chiunque abbia questo link può aprire tutto.',
      isWell:
        'Se sa che {sender} sta bene, chieda a {sender} di accedere a Stillhere. Ciò che non è stato aperto si può ancora ritirare.',
      notForMe: 'Non è per Lei? Scelga «Non è per me» su quella pagina. Tutto viene allora chiuso senza essere aperto.',
      why: 'Le scriviamo perché {sender} ha indicato Lei come contatto di fiducia. Non usiamo il Suo indirizzo per nient’altro.',
      reply: 'Domande? Risponda a questa email. La Sua risposta arriva a Stillhere, non a {sender}.',
    },
    whatsapp:
      'Buongiorno. Stillhere ha qualcosa per {recipient}: lo ha affidato a noi {sender}, da consegnare ora. Il pulsante lo apre; non serve un account. Se non è per Lei, può dirlo lì. Risponda STOP per non ricevere più nostri messaggi qui.\n\nApri: {link}',
    sms: 'Buongiorno. Stillhere ha qualcosa per {recipient}: lo ha affidato a noi {sender}, da consegnare ora. Per aprirlo non serve un account:\n{link}\nÈ autentico? Veda {check}. Non è per Lei? Può dirlo quando lo apre. Risponda STOP per non ricevere più nostri messaggi qui.',
  },
  'recipient-pages': {
    until: {
      owner: 'fino al {date}, a meno che {sender} non ritiri l’invio',
      release: 'fino al {date}',
      'owner-endless': 'finché Stillhere esiste, a meno che {sender} non ritiri l’invio',
      'release-endless': 'finché Stillhere esiste',
    },
    invitation: {
      title: `{sender} ${DID}`,
      heading: `{sender} ${DID}.`,
      'heading-named': `{recipient}, {sender} ${DID}.`,
      'sent-for': 'Inviato da Stillhere per conto di {person}. <check>Come verificare che sia autentico</check>',
      'sent-same-day': `{title}, ${MADE} il {written}.`,
      'sent-today': `{title}, ${MADE} il {written} e ${AND_KEPT} per Lei fino a oggi, {sent}.`,
      'sent-later': `{title}, ${MADE} il {written} e ${AND_KEPT} per Lei fino al {sent}.`,
      open: OPEN_IT,
      first:
        'Si apre in questa pagina. Non serve un account. Può aprirlo di nuovo {until}. Può anche salvare una copia.',
      again: 'È già stato aperto. Può aprirlo di nuovo {until}. Può anche salvare una copia.',
      seen: '{sender} può vedere quando viene aperto o salvato la prima volta.',
      refuse: 'Non è per me',
    },
    opened: {
      from: 'Da {person}',
      'from-to': 'Da {person}, per {recipient}',
      made: '{type, select, text {Scritta} image {Aggiunta} video {Aggiunto} audio {Aggiunta} other {Aggiunto}} il {written}',
      pages: 'Pagine',
      part: 'Questa pagina mostra {shown, number} elementi su {count, number}.',
      'first-page': 'Prima pagina',
      'next-page': 'Pagina successiva',
      'save-copy': 'Salva una copia',
      extend: 'Tieni aperta questa pagina fino al {until}',
      keep: 'Può aprire questa pagina {until}. Chiunque abbia questo link può aprirla: conservi bene il messaggio. Ciò che scarica resta Suo per sempre.',
      'keep-letter':
        'Può aprire questa pagina {until}. Chiunque abbia questo link può aprirla: conservi bene il messaggio. Può anche stampare questa pagina.',
    },
    refuse: {
      title: 'Non è per me',
      heading: 'Non è per Lei?',
      lead: '{sender} {type, select, text {ha scritto {title} a qualcuno} other {ha lasciato {title} a qualcuno}} e ci ha dato il Suo indirizzo.',
      warning: `Se non è per Lei, chiudiamo ${THE_THING} senza aprire. Questo link non funziona più e diciamo a {sender} che è arrivato alla persona sbagliata. Non si può tornare indietro.`,
      submit: 'Non è per me: chiudi',
      back: '{type, select, text {Torna alla lettera} image {Torna all’immagine} video {Torna al video} audio {Torna alla registrazione} other {Torna al file}}',
      'release-lead': '{sender} ha indicato Lei come contatto di fiducia e ci ha dato il Suo indirizzo.',
      'release-warning':
        'Se non è per Lei, chiudiamo tutto senza aprire e questo link non funziona più. Non si può tornare indietro.',
      'release-back': 'Indietro',
      'several-lead': '{sender} ha lasciato più cose a qualcuno e ci ha dato il Suo indirizzo.',
      'several-warning':
        'Se non sono per Lei, chiudiamo tutto senza aprire. Questo link non funziona più e diciamo a {sender} che è arrivato alla persona sbagliata. Non si può tornare indietro.',
    },
    refused: {
      title: 'Grazie',
      heading: 'Grazie per averci avvisato.',
      lead: `Abbiamo chiuso ${THE_THING} senza aprire, e questo link non funziona più. Diremo a {sender} che è arrivato alla persona sbagliata.`,
      'several-lead':
        'Abbiamo chiuso tutto senza aprire, e questo link non funziona più. Diremo a {sender} che è arrivato alla persona sbagliata.',
      'release-lead': 'Abbiamo chiuso tutto senza aprire, e questo link non funziona più.',
      advice: 'Non deve fare altro. Può eliminare il messaggio.',
    },
    later: {
      lead: 'Non ora? Possiamo ricordarglielo:',
      noted: 'Glielo ricorderemo il {date}. Può scegliere un altro giorno:',
      choices: { week: 'Tra una settimana', month: 'Tra un mese', year: 'Tra un anno' },
      heading: 'Può aspettare.',
      done: 'Le scriveremo il {date}, con lo stesso link.',
      meanwhile:
        'Fino ad allora non succede nulla. Il link del Suo messaggio funziona ancora: può aprirlo anche prima.',
      back: 'Indietro',
    },
    more: {
      more: 'Arriverà ancora qualcosa da {sender}.',
      last: 'Questo era l’ultimo invio di {sender}, per quanto ne sappiamo oggi.',
    },
    question: {
      heading: '{sender} ha una domanda per Lei.',
      lead: 'Qui c’è qualcosa per Lei da {person}. La Sua risposta mostra che è arrivato alla persona giusta.',
      submit: 'Rispondi',
      spelling: 'Maiuscole, accenti e punteggiatura non contano.',
      wrong: 'Non è la risposta che abbiamo. Provi a dirlo in un altro modo.',
      later: 'Tentativi in un’ora: {tries}. Riprovi tra un’ora. Non si perde nulla, e questa pagina resta qui.',
      patience:
        'Non c’è fretta. Ha {tries} tentativi in un’ora, e altri un’ora dopo. Pensi a che cosa {sender} può aver voluto dire: un luogo, un nome, qualcosa che sapete solo voi due.',
      whom: 'Se non trova la risposta, chieda a chi era vicino a {sender}: la famiglia, o una vecchia amicizia. Può anche chiedere a {sender}. Noi non conosciamo la risposta, quindi non possiamo dirla.',
    },
    several: {
      kept: '{things}: Stillhere li ha conservati per Lei fino al {sent}.',
      first: 'Si apre in questa pagina. Non serve un account. Può aprirlo di nuovo {until}. Può scaricare tutto.',
    },
    release: {
      title: '{sender} ha lasciato qualcosa per Lei',
      heading: '{sender} ha lasciato qualcosa per Lei.',
      'heading-named': '{recipient}, {sender} ha lasciato qualcosa per Lei.',
      'opened-heading': 'Ciò che {sender} ha lasciato per Lei',
      'silent-since':
        '{things}. {sender} voleva che Lei ricevesse questo se i nostri messaggi fossero rimasti senza risposta. L’ultima risposta è del {since}.',
      'is-back':
        '{things}. {sender} voleva che Lei ricevesse questo se i nostri messaggi fossero rimasti senza risposta. Dopo l’invio, qualcuno ci ha risposto dall’account di {sender}.',
      sorry: 'Se ha perso {sender}, ci dispiace molto.',
      open: 'Apri ciò che è stato lasciato per Lei',
      first:
        'Si apre in questa pagina. Non serve un account. Non c’è fretta: può aprirlo {until}. Può scaricare tutto.',
      again: 'È già stato aperto. Può aprirlo di nuovo {until}. Può scaricare tutto.',
      'download-all': 'Scarica tutto in un file ZIP, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Scarica l’immagine} video {Scarica il video} audio {Scarica la registrazione} other {Scarica il file}}',
      copied: 'Questa è una copia a grandezza intera, che ogni dispositivo può mostrare.',
      'original-damaged':
        'Questa è una copia a grandezza intera. L’originale è stato modificato o danneggiato nel nostro archivio. Il nostro team è stato avvisato e se ne sta occupando.',
      'download-original': 'Scarica l’originale ({format})',
      'download-original-unnamed': 'Scarica l’originale',
      away: 'Al momento non riusciamo a raggiungere {type, select, image {questa immagine} video {questo video} audio {questa registrazione} other {questo file}}. Non si è perso nulla.',
      'try-again': 'Riprova',
      read: 'Leggi in una nuova scheda',
      'if-silent':
        'Se non parte qui, scarichi {type, select, video {il video e lo apra} other {la registrazione e la apra}} sul Suo dispositivo.',
      'few-show': 'La maggior parte dei browser non {type, select, image {mostra} other {riproduce}} i file {format}.',
      'few-show-unnamed':
        'La maggior parte dei browser non {type, select, image {mostra} other {riproduce}} file come questo.',
      'small-picture':
        '{type, select, image {Questa è una versione piccola dell’immagine.} other {Questa è una piccola immagine del video.}}',
      'download-and-open':
        'Scarichi {type, select, image {l’immagine e la apra} video {il video e lo apra} other {la registrazione e la apra}} sul Suo dispositivo.',
      sealed: 'Chi lo ha inviato lo ha sigillato, così nemmeno Stillhere può aprirlo.',
      'sealed-ways':
        'Lo aprono le sue sei parole. Anche uno dei suoi due fogli stampati, se chi lo ha inviato li ha fatti: noi aggiungiamo la parte che abbiamo conservato. Se non ha nulla di tutto questo, forse lo ha qualcuno vicino a quella persona: provi a chiedere.',
      'sealed-next':
        'Può aprirlo qui, in questo browser. Oppure lo scarichi, lo estragga su un computer e apra il file open.html in un browser: funziona senza internet e senza di noi. Ciò che scarica resta Suo per sempre: ne conservi una copia in un luogo sicuro.',
      'open-sealed': 'Apri qui',
      'download-parcel': 'Scarica l’elemento sigillato ({size})',
    },
    copy: {
      written: 'Del {written}, conservato da Stillhere fino al {sent}',
      letter: 'Lettera',
      'archive-name': 'Da {sender}',
      'not-in-archive': 'Non in questo archivio',
      damaged: 'Questo è stato modificato o danneggiato nel nostro archivio, quindi non è in questo file ZIP:',
      'damaged-known': 'Lo sappiamo e ce ne stiamo occupando.',
      away: 'Al momento non riusciamo a raggiungere ciò che Le è stato inviato. Non si è perso nulla.',
    },
    'no-such-button': 'Questa pagina non ha quel pulsante.',
    trouble: {
      'not-now': 'Al momento non riusciamo ad aprirlo.',
      ours: 'Qualcosa da parte nostra non funziona. Ciò che Le è stato inviato è al sicuro.',
      'open-again': 'Non si è perso nulla. Apra di nuovo il link del messaggio e usi i pulsanti della sua pagina.',
      'reply-and-say':
        'Se ha premuto il pulsante di un messaggio e vede ancora questa pagina, risponda a quel messaggio e ce lo dica.',
      gone: 'Questo non è più qui.',
      'ask-sender': 'Chi lo ha inviato può inviarlo di nuovo. Se conosce quella persona, glielo chieda.',
      opened: 'Questo è già stato aperto.',
      'open-with-same-link': 'Può aprirlo di nuovo con lo stesso link.',
      'many-links': 'La Sua rete ci ha inviato molti link non validi. Apra il Suo dal messaggio: così funzionerà.',
      damaged: 'Non possiamo mostrare questo.',
      'tell-sender': 'Se sa chi lo ha inviato, avvisi quella persona. Forse lo ha altrove e può inviarglielo di nuovo.',
    },
  },
  'link-refusals': {
    expired: 'Questo link è scaduto.',
    'not-valid': 'Questo link non è valido. Provi a copiare tutto il link dal messaggio.',
    used: 'Questo link è già stato usato, o uno più recente lo ha sostituito.',
    'closed-by-recipient': 'Lei ha detto che non era per Lei, quindi lo abbiamo chiuso. Qui non si può aprire.',
    'not-opened-yet': 'Questo non è ancora stato aperto.',
    'answer-first': 'Apra di nuovo il link del messaggio e risponda prima alla domanda della sua pagina.',
    'ends-before': 'Il link smette di funzionare prima. Scelga un promemoria più vicino.',
    'cut-off': 'Questo link non è valido. Provi a copiare tutto il link dal messaggio.',
    'taken-back-by-sender': 'È stato eliminato e non lo abbiamo più.',
    replaced: 'Questo link è stato ritirato, o un messaggio più recente lo ha sostituito.',
    'kept-until': 'Poteva aprirlo fino al {date}. Quella data è passata.',
    'sender-is-back':
      'Da allora qualcuno ci ha risposto dall’account di {sender}. Quindi ciò che non era stato aperto è stato ritirato, e Lei non deve fare nulla.',
    'opened-already': 'Questo è già stato aperto, quindi non si può chiudere senza aprire.',
  },
};
