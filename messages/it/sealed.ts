const FOREVER = 'Il file sigillato scaricato si apre senza di noi, con le sei parole o due fogli, per sempre.';

export const sealed = {
  'open-sealed': {
    title: 'Apri un elemento sigillato',
    heading: '{sender} ha sigillato questo per Lei.',
    'heading-named': '{recipient}, {sender} ha sigillato questo per Lei.',
    lead: '«{label}» è stato sigillato il {sealed} e inviato a Lei il {sent}. Noi non possiamo aprirlo. Lei sì.',
    ways: {
      legend: 'Che cosa ha?',
      words: 'Sei parole',
      'words-hint': '{sender} le ha scritte. Cerchi tra le sue carte, o in una vecchia lettera.',
      sheet: 'Un foglio',
      'sheet-hint':
        'Una pagina stampata con un quadrato di punti. Noi aggiungiamo la parte che abbiamo conservato per Lei.',
      two: 'Due fogli',
      'two-hint': 'Il foglio A e il foglio B. Così la nostra parte non serve.',
    },
    words: {
      label: 'Parola {number, number}',
      hint: 'Le scriva in ordine. Le maiuscole non contano.',
      unknown: 'Questa parola non è una delle nostre. La confronti con ciò che è stato scritto, lettera per lettera.',
    },
    sheet: {
      first: 'Il foglio',
      second: 'L’altro foglio',
      camera: 'Con una fotocamera',
      'use-camera': 'Usa la fotocamera',
      'camera-hint': 'Tenga il quadrato davanti alla fotocamera. L’immagine resta su questo dispositivo.',
      view: 'Che cosa vede la fotocamera',
      lines: 'Scrivi le sei righe',
      line: 'Riga {number, number}',
      'line-right': 'La riga {number, number} è giusta',
      'line-wrong':
        'La riga {number, number} ha un errore di battitura. La confronti con il foglio, segno per segno. B e 8 si somigliano. Anche 0 e D.',
      checksum: 'Somma di controllo',
      'checksum-hint': 'I quattro segni sotto le righe. Può lasciarli vuoti.',
    },
    submit: 'Apri',
    busy: 'Apertura in corso. Può volerci un minuto.',
    cancel: 'Annulla',
    stays:
      'Ciò che scrive resta su questo dispositivo. Noi non vediamo le parole, i fogli o il contenuto. Se qualcosa non va, non si perde nulla: riprovi quante volte vuole.',
    none: 'Non ho nulla di questo',
    'none-help':
      'Cerchi tra le carte di {sender}: in una lettera, un testamento, una cassaforte. Chieda a chi era vicino, e al notaio o all’esecutore testamentario se c’è: forse ha un foglio. Senza le parole o un foglio nessuno può aprirlo, nemmeno noi. Conservi ciò che ha scaricato: ciò che si troverà più tardi lo aprirà ancora.',
    later: 'Non ora? Può aprirlo qui {until}.',
    download: 'Scarica l’elemento sigillato ({size})',
    'without-script': {
      heading: 'Non si può aprire in questo browser.',
      lead: 'Ciò che è sigillato si apre sul Suo dispositivo, e per questo serve un browser più recente con JavaScript attivo. Non si è perso nulla.',
      steps: [
        'Apra questa pagina su un telefono o un computer più recente, se ne ha uno. Una persona di fiducia può prestarLe il suo.',
        'Oppure scarichi l’elemento sigillato e lo estragga su un computer. Il file open.html al suo interno lo apre in un browser, senza internet. Il testo README.txt spiega come aprirlo con il programma «age».',
      ],
    },
    opened: {
      verified: 'Aperto. È completo, e non è cambiato da quando è stato sigillato.',
      'verified-while':
        'Aperto. L’inizio e la fine sono come sono stati sigillati. Ogni altra parte viene controllata prima di essere riprodotta o salvata.',
      sealed: 'Sigillato il <day>giorno sconosciuto</day>',
      renamed:
        'Prima di essere aperto si chiamava «<label>in un altro modo</label>». Il titolo qui sopra è stato sigillato insieme, quindi nessuno può averlo cambiato.',
      'not-shown':
        'I browser non mostrano questo tipo di file. Lo salvi e lo apra sul Suo dispositivo: <name>il file</name>',
      save: 'Salva una copia',
      print: 'Stampa',
      parcel: 'Scarica l’elemento sigillato',
      foot: `È stato aperto solo su questo dispositivo. Chiuda questa pagina e sarà di nuovo sigillato: può aprirlo allo stesso modo {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'Servono tutte e sei le parole. Ne manca ancora una.',
      'unknown-words':
        'C’è un errore di battitura: una parola non è una delle nostre. Servono sei parole, ciascuna come è stata scritta.',
      'wrong-words':
        'Queste sei parole non aprono questo elemento. Controlli l’ordine, e che siano di questo elemento: il suo numero è {number}. Se quel numero è scritto accanto alle Sue parole, la copia qui può essere danneggiata: scarichi di nuovo l’elemento sigillato, o provi con un foglio.',
      lines:
        'C’è un errore di battitura in almeno una riga. Confronti le righe segnate con il foglio, segno per segno.',
      checksum:
        'La somma di controllo non corrisponde alle righe. Confronti ancora le righe con il foglio, e poi la somma di controllo.',
      'same-sheet': 'È due volte lo stesso foglio. Servono due fogli diversi, A e B.',
      'no-part': 'Non abbiamo una parte per questo elemento. Usi le sei parole, o entrambi i fogli.',
      'wrong-shares':
        'Questo non apre l’elemento. Il foglio sembra di un altro: il numero di questo elemento è {number}, ed è stampato sui suoi fogli. Provi l’altro foglio, o le sei parole.',
      damaged:
        'Questa copia dell’elemento è danneggiata: non è come è stata sigillata. Non la mostriamo. La causa non è ciò che ha scritto. Ricarichi questa pagina e riprovi, o scarichi di nuovo l’elemento sigillato.',
      'damaged-inside':
        'Una parte dell’elemento è danneggiata: non è come è stata sigillata, quindi si ferma qui. Ricarichi questa pagina e riprovi, o scarichi di nuovo l’elemento sigillato.',
      gone: 'Questo elemento non viene più dato qui. Il link può essere stato ritirato o scaduto, o la Sua sessione è finita. Ricarichi questa pagina per vedere perché.',
      unreachable:
        'In questo momento non è stato possibile raggiungerci. Non si è perso nulla. Controlli la connessione e riprovi.',
    },
    cancelled: 'Annullato. Non è stato aperto né perso nulla.',
    'too-long':
      'Le parole o i fogli sono giusti. Questo browser non può aprire qui qualcosa di così grande: alcuni non possono in una finestra privata. Apra questa pagina in una finestra normale, o scarichi l’elemento sigillato e lo apra su un computer.',
    unplayable:
      'Questo dispositivo non mostra e non riproduce questo tipo di file. Salvi una copia e la apra su un altro dispositivo.',
    camera: {
      read: 'Il foglio è stato letto. Ora può aprire l’elemento.',
      'other-item':
        'Questo foglio è di un altro elemento. Il numero sul foglio giusto è {number}. Tenga un altro foglio davanti alla fotocamera.',
      'no-sheet': 'Questo non è il quadrato di un foglio. È sulla pagina stampata, accanto alle sei righe.',
      none: 'Non si può usare la fotocamera: non c’è, o questa pagina non può usarla. Scriva le sei righe.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Elemento sigillato',
    'part-file': 'Parte di Stillhere.txt',
    part: `La parte di Stillhere

Con uno dei due fogli, questa parte apre l’elemento sigillato. Apra open.html (quella pagina è in inglese), scelga «two sheets, or one sheet and the part from Stillhere» e scriva queste sei righe:

{lines}

Somma di controllo (Checksum): {checksum}
`,
    readme: `Un elemento sigillato

Solo sei parole, o due parti su tre, aprono questo elemento. Nessun altro può leggerlo, nemmeno Stillhere.

Il modo semplice: estragga questo archivio, apra open.html in un browser e scelga i tre file .age. Quella pagina è in inglese. Funziona senza internet e non invia nulla.

Il modo senza browser richiede il programma «age» (https://age-encryption.org, versione 1.3 o successiva). Scriva le sei parole in minuscolo, con un trattino tra una e l’altra:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

Il secondo comando mostra il nome e il titolo. Il terzo scrive il file originale: gli dia il nome che il secondo ha mostrato. Alla fine elimini identity.txt.

Il numero di questo elemento, come sui suoi fogli: {number}
`,
  },
};
