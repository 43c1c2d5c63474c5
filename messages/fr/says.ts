const WHY =
  'Nous vous écrivons parce que {owner} nous a donné votre adresse comme contact de confiance. Nous ne l’utilisons pour rien d’autre.';
const REPLY = 'Des questions ? Répondez à cet e-mail. Votre réponse arrive à Stillhere, et non à {owner}.';

export const says = {
  'contact-say': {
    heading: 'Ce que vous pouvez faire',
    nothing: {
      heading: 'Ne rien faire',
      text: 'C’est très bien ainsi. Les dates ci-dessus ne changent pas. Vous pouvez revenir sur cette page quand vous voulez.',
    },
    worried: {
      heading: 'En cas d’inquiétude',
      danger: 'Si vous pensez que {owner} est en danger maintenant, appelez le numéro d’urgence de là-bas.',
      support: 'Écrivez-nous à <mail>{address}</mail>. Nous ne pouvons pas voir ce qui a été mis de côté.',
    },
    foot: 'Vous n’avez pas de compte chez nous, et n’en avez pas besoin. Nous ne vous demandons jamais d’argent ni de mot de passe. Ne transmettez pas cette page : toute personne qui a le lien peut répondre en votre nom.',
    held: {
      own: 'Vous nous avez dit le {when} que vous avez eu des nouvelles de {owner}. Rien n’est donc envoyé avant le {until}.',
      other: 'Quelqu’un nous a dit avoir eu des nouvelles de {owner}. Rien n’est donc envoyé avant le {until}.',
    },
    confirmed: {
      own: 'Vous nous avez dit le {when} que {owner} ne vit plus, ou ne peut pas répondre.',
      count:
        'Le silence seul ne décide pas : {needed, plural, one {un contact de confiance doit} other {# contacts de confiance doivent}} d’abord nous le dire. {given, plural, =0 {Personne ne l’a encore fait.} one {Une personne l’a fait.} other {# personnes l’ont fait.}}',
    },
    raised: {
      own: 'Vous nous avez dit le {when} qu’il s’est passé quelque chose. Nous avons demandé à {owner}. Sans réponse, nous vous écrivons, ainsi qu’aux autres contacts de confiance de {owner}.',
      ownUntil:
        'Vous nous avez dit le {when} qu’il s’est passé quelque chose. Nous avons demandé à {owner}. Sans réponse avant le {until}, nous vous écrivons, ainsi qu’aux autres contacts de confiance de {owner}.',
      other:
        'Quelqu’un nous a dit qu’il s’est passé quelque chose. Nous demandons à {owner}, et nous vous écrivons s’il n’y a pas de réponse.',
    },
    heardStep: {
      heading: 'Vous avez eu des nouvelles de {owner}',
      offer:
        'Un appel, un message ou une visite. Tout attend alors 14 jours de plus, et nous demandons de nouveau à {owner}. Vous pouvez le faire une fois.',
      open: 'J’ai eu des nouvelles de cette personne',
      lead: 'C’est une bonne nouvelle. Voici ce qui se passe quand vous le dites.',
      follows: {
        waits: 'Tout attend au moins jusqu’au {until}.',
        asks: 'Nous demandons de nouveau à {owner}. Une réponse arrête tout.',
        others:
          'Nous disons aux autres contacts de confiance que quelqu’un a eu des nouvelles de {owner}. Nous ne disons pas lesquelles.',
        after: 'Si d’ici là {owner} n’a pas répondu, ce qui a été mis de côté peut être envoyé à partir de ce jour.',
      },
      submit: 'Oui, j’ai eu des nouvelles de cette personne',
      note: 'Vous pouvez le faire une fois. Nous gardons votre nom et l’heure, et {owner} peut les voir.',
    },
    confirmedStep: {
      heading: 'Vous savez que {owner} ne vit plus, ou ne peut pas répondre',
      offer:
        'Par exemple, {owner} est à l’hôpital et ne peut pas parler, ou ne vit plus. Même alors, rien n’est envoyé avant les dates ci-dessus.',
      open: 'Je sais que cette personne ne vit plus, ou ne peut pas répondre',
      lead: 'Nous sommes désolés que vous deviez être sur cette page. Prenez votre temps. Vous pouvez aussi revenir demain.',
      follows: {
        sends:
          'Quand {needed, plural, one {vous l’aurez dit} other {# contacts de confiance l’auront dit}}, nous enverrons ce que {owner} a mis de côté aux personnes que {owner} a choisies. Pas avant le {first}.',
        asks: 'D’ici là, nous demandons encore à {owner}. S’il y a une réponse, rien n’est envoyé.',
        heard: 'Si quelqu’un a eu des nouvelles de {owner}, cela compte davantage : tout attend 14 jours.',
        others:
          'Nous disons aux autres contacts de confiance que quelqu’un parmi vous l’a dit. Nous ne disons pas qui.',
      },
      name: 'Votre nom complet',
      nameHint: 'Tapez-le comme {owner} l’a écrit : {name}',
      nameMissing: 'Tapez votre nom : {name}',
      submit: 'Je sais que cette personne ne vit plus, ou ne peut pas répondre',
      note: 'Si vous apprenez que c’était une erreur, revenez et choisissez « J’ai eu des nouvelles de cette personne ». Cela compte davantage. Nous gardons votre nom et l’heure, et {owner} peut les voir.',
    },
    raisedStep: {
      heading: 'Il est arrivé quelque chose à {owner}',
      offer: 'Un décès, un accident, une maladie : vous pouvez nous le dire, et nous demandons alors à {owner}.',
      open: 'Il est arrivé quelque chose',
      lead: 'Nous sommes désolés. Voici ce qui se passe quand vous nous le dites.',
      follows: {
        asks: 'Nous demandons tout de suite à {owner}. S’il y a une réponse, rien d’autre ne se passe.',
        tells:
          'Sans réponse {days, plural, one {# jour} other {# jours}} après l’arrivée de notre message, nous vous écrivons, ainsi qu’aux autres contacts de confiance de {owner}.',
        sends:
          'Ensuite, nous attendons encore {safety, plural, one {# jour} other {# jours}}. Alors seulement, nous envoyons ce que {owner} a mis de côté.',
      },
      submit: 'Il est arrivé quelque chose',
      note: 'Vous pouvez le faire deux fois par an. Nous gardons votre nom et l’heure, et {owner} peut les voir.',
    },
    back: 'Retour',
    done: 'Merci. Nous l’avons noté.',
    gone: 'Cela a changé entre-temps : nous n’avons donc rien fait. Voici où en sont les choses.',
    'name-differs': 'Écrivez votre nom comme {owner} l’a écrit : {name}',
    quiet: {
      heading: '{owner} a donné votre nom comme contact de confiance.',
      lead: '{person} a demandé à Stillhere de vous écrire si nos e-mails à {owner} restent sans réponse.',
      nothing: 'Pour autant que nous le sachions, il ne s’est rien passé. Vous n’avez rien à faire.',
      removed: 'Vous n’êtes plus un contact de confiance de {owner} : vous n’avez rien à faire.',
    },
    lead: {
      raised:
        '{person} a demandé à Stillhere de vous écrire si un contact de confiance nous disait qu’il s’est passé quelque chose et que nos e-mails restaient ensuite sans réponse.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} a demandé à Stillhere de vous écrire si un contact de confiance nous disait qu’il s’est passé quelque chose et que nos e-mails restaient ensuite sans réponse. La dernière réponse date du {date}.',
    },
    days: {
      ifConfirmed:
        'Le premier jour où l’envoi est possible. Ce jour-là, nous n’envoyons que si {needed, plural, one {un contact de confiance nous a dit} other {# contacts de confiance nous ont dit}} que {owner} ne vit plus, ou ne peut pas répondre.',
    },
    held: {
      subject: 'Quelqu’un a eu des nouvelles de {owner}',
      heading: 'Quelqu’un a eu des nouvelles de {owner}.',
      headingNamed: '{contact}, quelqu’un a eu des nouvelles de {owner}.',
      what: 'Un autre contact de confiance de {person} l’a dit à Stillhere. Nous n’en savons pas plus.',
      waits: 'Nous attendons donc : rien n’est envoyé avant le {until}. Nous avons de nouveau demandé à {owner}.',
      waitsNot: 'Nous avons de nouveau demandé à {owner}.',
      nothingToDo: 'Vous n’avez rien à faire.',
      now: 'Nous vous écrivons. Rien n’a été envoyé.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Quelqu’un nous a dit que {owner} ne peut pas répondre',
      heading: 'Quelqu’un nous a dit que {owner} ne peut pas répondre.',
      headingNamed: '{contact}, quelqu’un nous a dit que {owner} ne peut pas répondre.',
      what: 'Un autre contact de confiance de {person} a dit à Stillhere que {owner} ne vit plus, ou ne peut pas répondre. Si c’est le cas, nous en sommes sincèrement désolés.',
      more: '{owner} nous a demandé d’attendre que {needed, plural, one {un contact de confiance le dise} other {# contacts de confiance le disent}}. {given, plural, one {Une personne l’a dit} other {# personnes l’ont dit}}.',
      heard:
        'Si vous avez eu des nouvelles de {owner} depuis, dites-le sur la page du lien. Cela compte davantage : tout attend alors 14 jours.',
      now: 'Nous vous écrivons. Rien n’a été envoyé.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} vous demande d’être son contact de confiance',
      heading: '{owner} vous demande d’être son contact de confiance.',
      headingNamed: '{contact}, {owner} vous demande d’être son contact de confiance.',
      who: '{person} utilise Stillhere, qui garde des lettres et des fichiers pour les gens, et a donné votre nom comme contact de confiance.',
      nothing: 'Il n’est rien arrivé à {owner}. Ceci est seulement une question.',
      means: {
        recipient:
          'Si un jour {owner} ne nous répond plus, nous vous écrivons et vous disons ce qui se passe ensuite. Vous recevrez peut-être aussi quelque chose que {owner} a laissé pour vous.',
        witness:
          'Si un jour {owner} ne nous répond plus, nous vous écrivons et vous disons ce qui se passe ensuite. Vous ne recevriez rien d’autre.',
      },
      label: 'Lire et répondre',
      note: 'Vous pouvez dire oui ou non, ou nous dire que votre adresse est une autre. Vous n’avez besoin ni de compte ni de mot de passe.',
      why: 'Nous vous écrivons parce que {owner} a donné votre adresse à Stillhere et a choisi de vous poser la question.',
      reply: 'Répondez à cet e-mail pour joindre {owner} à {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} vous demande d’être son contact de confiance.',
    lead: '{person} a donné votre nom comme personne à prévenir si un jour {owner} ne nous répond plus.',
    nothing: 'Il n’est rien arrivé à {owner}.',
    means: {
      recipient:
        'Si ce jour vient, nous vous écrivons d’abord. Plus tard, vous recevrez peut-être quelque chose que {owner} a laissé pour vous.',
      witness: 'Si ce jour vient, nous vous écrivons. {owner} a choisi que vous ne receviez rien d’autre.',
    },
    free: 'Cela ne coûte rien, et vous n’avez pas besoin de compte.',
    accept: 'Oui, j’accepte',
    decline: 'Non, je préfère refuser',
    other: 'Mon adresse est une autre',
    email: 'Votre adresse e-mail',
    send: 'Envoyer cette adresse',
    wrong: 'Saisissez une adresse e-mail valable',
    answers: {
      none: 'Vous n’avez pas encore répondu.',
      accepted: 'Vous avez dit oui. Merci. Nous l’avons dit à {owner}.',
      declined: 'Vous avez dit non. Nous l’avons dit à {owner}, qui décide de la suite.',
    },
    proposed: 'Vous avez donné l’adresse {email}. {owner} décide si nous l’utilisons.',
    mind: 'Vous pouvez changer votre réponse ici quand vous voulez. Gardez l’e-mail pour retrouver cette page.',
    missing: 'Cette personne a peut-être changé ses contacts de confiance. Vous n’avez rien à faire.',
  },
};
