export const duress = {
  'duress-mails': {
    subject: 'Au sujet de {owner} : à lire sans témoin',
    alone:
      '{person} a donné votre nom à Stillhere pour cet e-mail. Il est pour vous uniquement : lisez la suite quand personne d’autre ne peut voir votre écran.',
    began: {
      heading: '{owner} est peut-être en danger.',
      headingNamed: '{contact}, {owner} est peut-être en danger.',
      who: '{owner} a un second mot de passe pour confirmer sa présence, pour un moment de contrainte. Il a été utilisé le {when}. La personne qui regardait n’a vu qu’une confirmation ordinaire.',
      quiet:
        'N’appelez pas {owner} et ne lui écrivez pas au sujet de cet e-mail. Quelqu’un d’autre écoute ou lit peut-être.',
      help: 'Si vous pensez que {owner} est en danger, appelez la police ou le numéro d’urgence et dites ce que vous savez. Sinon, trouvez un moyen de voir {owner} sans témoin, pour une raison de tous les jours.',
      held: 'Jusqu’au {until}, Stillhere n’envoie rien de ce que {owner} a laissé, ni à vous ni à personne. {owner} peut y mettre fin plus tôt, avec un autre mot de passe.',
      others:
        'D’autres e-mails de notre part peuvent dire que {owner} a répondu. Ils partent comme toujours et ne veulent pas dire que {owner} est hors de danger.',
      note: '{owner} ne voit rien de cet e-mail. Si d’autres lisent vos e-mails, supprimez-le.',
    },
    ended: {
      heading: 'Stillhere ne retient plus ce que {owner} a laissé.',
      headingNamed: '{contact}, Stillhere ne retient plus ce que {owner} a laissé.',
      what: 'Le {began}, le second mot de passe de {owner} a été utilisé. Il est prévu pour un moment de contrainte.',
      how: '{by, select, owner {Le {when}, quelqu’un y a mis fin avec le vrai mot de passe de {owner}.} other {Cela a pris fin le {when}, après le nombre de jours que {owner} avait choisi.}}',
      next: 'Ce qui devait déjà partir part maintenant ; le reste part aux dates prévues. Vous n’avez rien à faire pour nous.',
      unsure:
        'Nous ne pouvons pas voir qui c’était, ni si {owner} est hors de danger. Dans le doute, n’écrivez rien à ce sujet : trouvez un moyen de voir {owner} sans témoin.',
    },
    label: 'Voir ce qu’est Stillhere',
    why: 'Nous vous écrivons parce que {owner} a donné votre adresse à Stillhere pour cet e-mail, et aucune autre.',
    reply: 'Une réponse à cet e-mail arrive à Stillhere, et non à {owner}.',
  },
};
