const WHY =
  'Le scriviamo perché {owner} ci ha dato il Suo indirizzo come contatto di fiducia. Non lo usiamo per nient’altro.';
const REPLY = 'Domande? Risponda a questa email. La Sua risposta arriva a Stillhere, non a {owner}.';

export const says = {
  'contact-say': {
    heading: 'Che cosa può fare',
    nothing: {
      heading: 'Non fare nulla',
      text: 'Va bene così. Le date qui sopra restano come sono. Può tornare su questa pagina quando vuole.',
    },
    worried: {
      heading: 'Se qualcosa La preoccupa',
      danger: 'Se pensa che {owner} sia in pericolo adesso, chiami il numero di emergenza di quel luogo.',
      support: 'Ci scriva a <mail>{address}</mail>. Noi non possiamo vedere che cosa è stato messo da parte.',
    },
    foot: 'Non ha un account con noi e non ne ha bisogno. Non Le chiediamo mai denaro né una password. Non passi questa pagina ad altri: chi ha il link può rispondere a nome Suo.',
    held: {
      own: 'Ci ha detto il {when} di aver avuto notizie di {owner}. Quindi non si invia nulla prima del {until}.',
      other: 'Qualcuno ci ha detto di aver avuto notizie di {owner}. Quindi non si invia nulla prima del {until}.',
    },
    confirmed: {
      own: 'Ci ha detto il {when} che {owner} non c’è più, o non può rispondere.',
      count:
        'Il silenzio da solo non decide: prima {needed, plural, one {un contatto di fiducia deve} other {# contatti di fiducia devono}} dircelo. {given, plural, =0 {Nessuno lo ha ancora fatto.} one {Una persona lo ha fatto.} other {# persone lo hanno fatto.}}',
    },
    raised: {
      own: 'Ci ha detto il {when} che è successo qualcosa. Abbiamo chiesto a {owner}. Se non c’è risposta, scriviamo a Lei e agli altri contatti di fiducia di {owner}.',
      ownUntil:
        'Ci ha detto il {when} che è successo qualcosa. Abbiamo chiesto a {owner}. Se non c’è risposta entro il {until}, scriviamo a Lei e agli altri contatti di fiducia di {owner}.',
      other:
        'Qualcuno ci ha detto che è successo qualcosa. Stiamo chiedendo a {owner}, e Le scriviamo se non c’è risposta.',
    },
    heardStep: {
      heading: 'Ha avuto notizie di {owner}',
      offer:
        'Una telefonata, un messaggio o una visita. Allora tutto aspetta 14 giorni in più, e chiediamo di nuovo a {owner}. Può farlo una volta.',
      open: 'Ho avuto notizie di questa persona',
      lead: 'È una buona notizia. Ecco che cosa succede quando lo dice.',
      follows: {
        waits: 'Tutto aspetta almeno fino al {until}.',
        asks: 'Chiediamo di nuovo a {owner}. Una risposta ferma tutto.',
        others: 'Diciamo agli altri contatti di fiducia che qualcuno ha avuto notizie di {owner}. Non diciamo quali.',
        after: 'Se per allora {owner} non ha risposto, ciò che è stato messo da parte si può inviare da quel giorno.',
      },
      submit: 'Sì, ho avuto notizie di questa persona',
      note: 'Può farlo una volta. Conserviamo il Suo nome e l’ora, e {owner} può vederli.',
    },
    confirmedStep: {
      heading: 'Sa che {owner} non c’è più, o non può rispondere',
      offer:
        'Per esempio, {owner} è in ospedale e non può parlare, o non c’è più. Anche allora non si invia nulla prima delle date qui sopra.',
      open: 'So che questa persona non c’è più, o non può rispondere',
      lead: 'Ci dispiace che debba essere su questa pagina. Si prenda il tempo che serve. Può anche tornare domani.',
      follows: {
        sends:
          'Quando {needed, plural, one {Lei lo avrà detto} other {# contatti di fiducia lo avranno detto}}, invieremo ciò che {owner} ha messo da parte alle persone scelte da {owner}. Non prima del {first}.',
        asks: 'Fino ad allora continuiamo a chiedere a {owner}. Se c’è una risposta, non si invia nulla.',
        heard: 'Se qualcuno ha avuto notizie di {owner}, questo conta di più: tutto aspetta 14 giorni.',
        others: 'Diciamo agli altri contatti di fiducia che qualcuno tra voi lo ha detto. Non diciamo chi.',
      },
      name: 'Il Suo nome completo',
      nameHint: 'Lo scriva come lo ha scritto {owner}: {name}',
      nameMissing: 'Scriva il Suo nome: {name}',
      submit: 'So che questa persona non c’è più, o non può rispondere',
      note: 'Se scopre che era un errore, torni e prema «Ho avuto notizie di questa persona». Questo conta di più. Conserviamo il Suo nome e l’ora, e {owner} può vederli.',
    },
    raisedStep: {
      heading: 'È successo qualcosa a {owner}',
      offer: 'Una morte, un incidente, una malattia: può dircelo, e noi chiediamo allora a {owner}.',
      open: 'È successo qualcosa',
      lead: 'Ci dispiace. Ecco che cosa succede quando ce lo dice.',
      follows: {
        asks: 'Chiediamo subito a {owner}. Se c’è una risposta, non succede altro.',
        tells:
          'Se non c’è risposta {days, plural, one {# giorno} other {# giorni}} dopo l’arrivo del nostro messaggio, scriviamo a Lei e agli altri contatti di fiducia di {owner}.',
        sends:
          'Poi aspettiamo ancora {safety, plural, one {# giorno} other {# giorni}}. Solo allora inviamo ciò che {owner} ha messo da parte.',
      },
      submit: 'È successo qualcosa',
      note: 'Può farlo due volte in un anno. Conserviamo il Suo nome e l’ora, e {owner} può vederli.',
    },
    back: 'Indietro',
    done: 'Grazie. Lo abbiamo annotato.',
    gone: 'Nel frattempo questo è cambiato, quindi non abbiamo fatto nulla. Ecco come stanno ora le cose.',
    'name-differs': 'Scriva il suo nome come lo ha scritto {owner}: {name}',
    quiet: {
      heading: '{owner} ha scelto Lei come contatto di fiducia.',
      lead: '{person} ha chiesto a Stillhere di scriverLe se le nostre email a {owner} restano senza risposta.',
      nothing: 'Per quanto ne sappiamo, non è successo nulla. Non deve fare nulla.',
      removed: 'Lei non è più un contatto di fiducia di {owner}, quindi non deve fare nulla.',
    },
    lead: {
      raised:
        '{person} ha chiesto a Stillhere di scriverLe se un contatto di fiducia ci dice che è successo qualcosa, e poi le nostre email restano senza risposta.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} ha chiesto a Stillhere di scriverLe se un contatto di fiducia ci dice che è successo qualcosa, e poi le nostre email restano senza risposta. L’ultima risposta è del {date}.',
    },
    days: {
      ifConfirmed:
        'Il primo giorno in cui si può inviare. In questo giorno inviamo solo se {needed, plural, one {un contatto di fiducia ci ha detto} other {# contatti di fiducia ci hanno detto}} che {owner} non c’è più, o non può rispondere.',
    },
    held: {
      subject: 'Qualcuno ha avuto notizie di {owner}',
      heading: 'Qualcuno ha avuto notizie di {owner}.',
      headingNamed: '{contact}, qualcuno ha avuto notizie di {owner}.',
      what: 'Un altro contatto di fiducia di {person} lo ha detto a Stillhere. Non sappiamo altro.',
      waits: 'Quindi aspettiamo: non si invia nulla prima del {until}. Abbiamo chiesto di nuovo a {owner}.',
      waitsNot: 'Abbiamo chiesto di nuovo a {owner}.',
      nothingToDo: 'Non deve fare nulla.',
      now: 'Scriviamo a Lei. Non è stato inviato nulla.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Qualcuno ci ha detto che {owner} non può rispondere',
      heading: 'Qualcuno ci ha detto che {owner} non può rispondere.',
      headingNamed: '{contact}, qualcuno ci ha detto che {owner} non può rispondere.',
      what: 'Un altro contatto di fiducia di {person} ha detto a Stillhere che {owner} non c’è più, o non può rispondere. Se è così, ci dispiace molto.',
      more: '{owner} ci ha chiesto di aspettare che {needed, plural, one {un contatto di fiducia lo dica} other {# contatti di fiducia lo dicano}}. {given, plural, one {Una persona lo ha detto} other {# persone lo hanno detto}}.',
      heard:
        'Se da allora ha avuto notizie di {owner}, lo dica sulla pagina del link. Questo conta di più: tutto aspetta allora 14 giorni.',
      now: 'Scriviamo a Lei. Non è stato inviato nulla.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} Le chiede di essere un contatto di fiducia',
      heading: '{owner} Le chiede di essere un contatto di fiducia.',
      headingNamed: '{contact}, {owner} Le chiede di essere un contatto di fiducia.',
      who: '{person} usa Stillhere, che conserva lettere e file per le persone, e ha indicato Lei come contatto di fiducia.',
      nothing: 'A {owner} non è successo nulla. Questa è solo una domanda.',
      means: {
        recipient:
          'Se un giorno {owner} non ci risponderà più, Le scriveremo e Le diremo che cosa succede dopo. Forse riceverà anche qualcosa che {owner} ha lasciato per Lei.',
        witness:
          'Se un giorno {owner} non ci risponderà più, Le scriveremo e Le diremo che cosa succede dopo. Non riceverebbe altro.',
      },
      label: 'Leggi e rispondi',
      note: 'Può dire sì o no, o dirci che il Suo indirizzo è un altro. Non servono né un account né una password.',
      why: 'Le scriviamo perché {owner} ha dato il Suo indirizzo a Stillhere e ha scelto di chiederglielo.',
      reply: 'Risponda a questa email per raggiungere {owner} all’indirizzo {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} Le chiede di essere un contatto di fiducia.',
    lead: '{person} ha indicato Lei come persona da avvisare se un giorno {owner} non ci risponderà più.',
    nothing: 'A {owner} non è successo nulla.',
    means: {
      recipient:
        'Se quel giorno arriva, scriviamo prima a Lei. Più tardi forse riceverà qualcosa che {owner} ha lasciato per Lei.',
      witness: 'Se quel giorno arriva, Le scriviamo. {owner} ha scelto che Lei non riceva altro.',
    },
    free: 'Non costa nulla, e non serve un account.',
    accept: 'Sì, accetto',
    decline: 'No, preferisco di no',
    other: 'Il mio indirizzo è un altro',
    email: 'Il Suo indirizzo email',
    send: 'Invia questo indirizzo',
    wrong: 'Inserisca un indirizzo email valido',
    answers: {
      none: 'Non ha ancora risposto.',
      accepted: 'Ha detto sì. Grazie. Lo abbiamo detto a {owner}.',
      declined: 'Ha detto no. Lo abbiamo detto a {owner}, che decide che cosa succede ora.',
    },
    proposed: 'Ha dato l’indirizzo {email}. {owner} decide se lo usiamo.',
    mind: 'Può cambiare qui la Sua risposta quando vuole. Conservi l’email per ritrovare questa pagina.',
    missing: 'Forse questa persona ha cambiato i suoi contatti di fiducia. Non deve fare nulla.',
  },
};
