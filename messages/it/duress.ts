export const duress = {
  'duress-mails': {
    subject: 'A proposito di {owner}: legga questo in privato',
    alone:
      '{person} ha scelto Lei su Stillhere per questa email. È solo per Lei: continui a leggere quando nessun altro può vedere il Suo schermo.',
    began: {
      heading: '{owner} potrebbe essere in pericolo.',
      headingNamed: '{contact}, {owner} potrebbe essere in pericolo.',
      who: '{owner} ha una seconda password per confermare la propria presenza, per un momento di costrizione. È stata usata il {when}. Chi guardava ha visto una normale conferma.',
      quiet: 'Non telefoni e non scriva a {owner} di questa email. Qualcun altro potrebbe ascoltare o leggere.',
      help: 'Se pensa che {owner} sia in pericolo, chiami la polizia o il numero di emergenza e dica quello che sa. Altrimenti trovi un modo per vedere {owner} da vicino e senza altri, per un motivo di tutti i giorni.',
      held: 'Fino al {until}, Stillhere non invia niente di ciò che {owner} ha lasciato, né a Lei né ad altri. {owner} può farlo finire prima, con un’altra password.',
      others:
        'Altre nostre email possono dire che {owner} ha risposto. Partono come sempre e non vogliono dire che {owner} sia al sicuro.',
      note: '{owner} non vede niente di questa email. Se altri leggono la Sua posta, la cancelli.',
    },
    ended: {
      heading: 'Stillhere non trattiene più ciò che {owner} ha lasciato.',
      headingNamed: '{contact}, Stillhere non trattiene più ciò che {owner} ha lasciato.',
      what: 'Il {began} è stata usata la seconda password di {owner}, che è per un momento di costrizione.',
      how: '{by, select, owner {Il {when}, qualcuno l’ha fatto finire con la vera password di {owner}.} other {È finito il {when}, dopo i giorni che {owner} aveva scelto.}}',
      next: 'Ciò che doveva già partire parte ora; il resto parte alle date previste. Non deve fare niente per noi.',
      unsure:
        'Non possiamo vedere chi sia stato, né se {owner} sia al sicuro. Se ha dei dubbi, non ne scriva: trovi un modo per vedere {owner} senza altri.',
    },
    label: 'Scopri che cos’è Stillhere',
    why: 'Le scriviamo perché {owner} ha dato il Suo indirizzo a Stillhere e ha scelto Lei, e nessun altro, per questa email.',
    reply: 'Una risposta a questa email arriva a Stillhere, non a {owner}.',
  },
};
