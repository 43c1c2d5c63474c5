const DAYS = '{days, plural, one {# jour} other {# jours}}';
const FROM =
  '{by, select, link {depuis la messagerie de {owner}} account {depuis le compte de {owner}} other {au nom de {owner}}}';
const WHY =
  'Nous vous écrivons parce que {owner} nous a donné votre adresse comme contact de confiance. Nous ne l’utilisons pour rien d’autre.';
const REPLY = 'Des questions ? Répondez à cet e-mail. Votre réponse arrive à Stillhere, et non à {owner}.';
const TRAVEL =
  'Cela ne veut pas dire qu’il s’est passé quelque chose. On voyage, on tombe malade, on perd son téléphone. Si vous le pouvez, appelez {owner} ou rendez-lui visite.';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Un test de {owner} : cet e-mail vous arrive-t-il ?',
      heading: 'Ceci est seulement un test.',
      headingNamed: '{contact}, ceci est seulement un test.',
      who: '{person} a donné votre nom comme contact de confiance à Stillhere et a envoyé ce test pour voir si nos e-mails vous arrivent.',
      done: 'Cet e-mail vous est arrivé. Vous n’avez rien à faire.',
      nothing: 'Cela ne veut pas dire qu’il est arrivé quelque chose à {owner}.',
      later:
        'Stillhere garde des lettres et des fichiers pour les gens. Si un jour {owner} ne nous répond plus, nous vous écrirons depuis cette adresse et vous dirons ce qui se passe ensuite.',
      label: 'Voir ce qu’est Stillhere',
      why: 'Nous vous écrivons parce que {owner} a donné votre adresse à Stillhere et a choisi de vous envoyer un test.',
      reply: 'Répondez à cet e-mail pour joindre {owner} à {email}.',
    },
  },
  'contact-mails': {
    label: 'Voir les nouvelles',
    days: {
      caption: 'Voici la suite. Rien ne se passe avant ces dates. Fuseau horaire : {place}.',
      sent: 'Si {owner} a mis quelque chose de côté pour vous, nous vous l’envoyons, sauf si {owner} nous répond avant.',
    },
    silent: {
      subject: 'Nous sommes sans nouvelles de {owner} depuis le {date}',
      heading: 'Nous sommes sans nouvelles de {owner}.',
      headingNamed: '{contact}, nous sommes sans nouvelles de {owner}.',
      askedUs: `{person} a demandé à Stillhere de vous écrire si nos e-mails restaient sans réponse pendant ${DAYS}. La dernière réponse date du {date}.`,
      late: 'Cet e-mail vous arrive tard. Le {when}, nous avons déjà envoyé, dans un autre e-mail, ce que {owner} avait mis de côté pour ses contacts de confiance.',
      pleaseReach: TRAVEL,
      lateReach:
        'Nous ne savons pas pourquoi il n’y a pas eu de réponse. Si vous avez perdu {owner}, nous vous présentons nos condoléances. Si vous pouvez encore joindre {owner}, appelez ou passez lui rendre visite.',
      stops:
        'Pour nous dire que tout va bien, {owner} peut se connecter à Stillhere ou appuyer sur le bouton de nos e-mails.',
      page: 'Le lien ouvre une page qui est toujours à jour. Vous n’avez besoin ni de compte ni de mot de passe.',
      news: 'Si nous avons des nouvelles de {owner}, nous vous écrirons.',
      now: 'Nous vous écrivons. Rien n’a été envoyé.',
      why: 'Nous vous écrivons parce que {owner} a donné votre nom comme contact de confiance : une personne à joindre quand nous n’avons pas de réponse. Nous n’utilisons votre adresse pour rien d’autre.',
      about:
        'Stillhere garde des lettres et des fichiers. De temps en temps, Stillhere demande aux personnes qui l’utilisent si elles sont toujours là.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {Nos messages au sujet de {owner} ont été arrêtés} other {Nous avons eu une réponse ${FROM}}}`,
      heading: `{by, select, off {Quelqu’un a arrêté nos messages au sujet de {owner}.} other {Nous avons eu une réponse ${FROM}.}}`,
      headingNamed: `{contact}, {by, select, off {quelqu’un a arrêté nos messages au sujet de {owner}.} other {nous avons eu une réponse ${FROM}.}}`,
      happened:
        '{by, select, link {Quelqu’un a appuyé sur « I’m Still Here » (je suis toujours là) dans un e-mail de Stillhere à {person}.} account {Quelqu’un a utilisé le compte Stillhere de {person}.} off {Quelqu’un les a arrêtés dans le compte Stillhere de {person}.} other {Quelqu’un a appuyé sur « I’m Still Here » (je suis toujours là) dans un de nos e-mails à {person}, ou a utilisé le compte Stillhere.}}',
      earlier: '{happened} Auparavant, nous vous avions écrit que nous étions sans nouvelles de {owner}.',
      notSeen: 'Nous ne pouvons pas voir qui c’était. En cas d’inquiétude, appelez {owner} ou rendez-lui visite.',
      nothingToDo:
        'Vous n’avez rien à faire pour nous. Nous ne vous enverrons plus rien pour le moment. Si nous vous avons envoyé quelque chose que vous n’avez pas ouvert, c’est de nouveau fermé.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: 'Ce que {owner} a mis de côté a été envoyé',
      heading: 'Ce que {owner} a mis de côté a été envoyé.',
      headingNamed: '{contact}, ce que {owner} a mis de côté a été envoyé.',
      happened:
        '{person} a demandé à Stillhere de vous le dire si cela arrivait. Nous n’avons pas eu de réponse de {owner}. Le {when}, nous avons donc commencé à envoyer ce que {owner} avait mis de côté aux personnes concernées.',
      nothing:
        '{owner} a donné votre nom comme témoin : une personne qui doit savoir que cela est arrivé, et quand. Rien n’a été laissé pour vous, et vous n’avez rien à faire.',
      sorry:
        'Nous ne savons pas pourquoi il n’y a pas eu de réponse. Si vous avez perdu {owner}, nous vous présentons nos condoléances. Si vous pouvez encore joindre {owner}, appelez ou passez lui rendre visite.',
      why: 'Nous vous écrivons parce que {owner} a donné votre nom comme contact de confiance et témoin. Nous n’utilisons votre adresse pour rien d’autre.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'Nous n’avons pas pu remettre quelque chose de {owner} à une autre personne',
      heading: 'Nous n’avons pas pu remettre quelque chose de {owner} à une autre personne.',
      headingNamed: '{contact}, nous n’avons pas pu remettre quelque chose de {owner} à une autre personne.',
      what: '{person} avait demandé à Stillhere de le remettre, et cela n’est pas arrivé. Ce que vous avez reçu n’est pas concerné.',
      whyYou:
        'Nous ne pouvons pas demander à {owner} : nos e-mails sont restés sans réponse. C’est pourquoi nous vous le disons, à vous, contact de confiance. Nous n’avons pas le droit de dire ce que c’est, ni à qui c’était destiné.',
      kept: 'Rien n’est perdu. Nous le gardons, et nous n’essaierons pas de nouveau de nous-mêmes.',
      pleaseReach:
        'Si vous pouvez joindre {owner}, faites-le, s’il vous plaît. {owner} peut se connecter à Stillhere, voir ce qui s’est passé et essayer de nouveau.',
      settling:
        'Si vous avez perdu {owner}, nous vous présentons nos condoléances. Si vous réglez les affaires de {owner}, répondez à cet e-mail.',
      note: 'Nous ne vous écrirons qu’une fois à ce sujet.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: 'Nous sommes sans nouvelles de {owner}.',
      lead: '{person} a demandé à Stillhere de vous écrire si nos e-mails restaient sans réponse. Nombre de jours choisi : {days}.',
      last: 'La dernière réponse date du {seen}. Nous vous avons écrit le {written}.',
      advice: TRAVEL,
      stops:
        'Pour nous dire que tout va bien, {owner} peut se connecter à Stillhere ou appuyer sur le bouton de nos e-mails. Nous vous écrirons alors, et cette page le dira aussi.',
      'nothing-sent': 'Rien n’a été envoyé.',
      others: '{owner} a aussi nommé {names}, et souhaite que vous le sachiez.',
      'not-running': 'Rien n’a été envoyé. Pour le moment, aucun envoi n’est prévu pour vous.',
      removed: 'Vous n’êtes plus un contact de confiance de {owner} : rien ne vous sera envoyé.',
    },
    released: {
      'sent-heading': 'Ce que {owner} a mis de côté a été envoyé.',
      'nothing-heading': 'Nous sommes toujours sans nouvelles de {owner}.',
      lead: 'Nous n’avons pas eu de réponse de {person}. Nous avons donc fait ce que {owner} nous avait demandé.',
      'lead-on':
        'Nous n’avons pas eu de réponse de {person}. Le {when}, nous avons donc fait ce que {owner} nous avait demandé.',
      sorry: 'Si vous avez perdu {owner}, nous vous présentons nos condoléances.',
      sent: 'Cherchez dans votre boîte {email}, et aussi dans les spams, un e-mail de Stillhere qui nomme {owner}. Il ouvre tout ce qui a été laissé pour vous.',
      pending: 'Un e-mail de Stillhere qui nomme {owner} est en route vers {email}.',
      comes: 'Quelque chose a été laissé pour vous. Nous l’enverrons à {email} le {date}.',
      failed:
        'Nous n’avons pas pu remettre notre e-mail à {email}, ou il a été annulé. Répondez au message qui vous a mené ici.',
      undeliverable: 'Nous n’avons pas pu remettre notre e-mail à {email}.',
      'open-lead': 'Vous n’avez pas besoin de cet e-mail : vous pouvez aussi l’ouvrir ici.',
      open: 'Voir ce qui a été laissé pour vous',
      none: 'Rien n’a été laissé pour vous, et vous n’avez rien à faire.',
      undelivered:
        'Nous n’avons pas pu remettre quelque chose que {owner} avait laissé à une autre personne. Nous le gardons. Si vous pouvez joindre {owner}, faites-le, s’il vous plaît : {owner} peut se connecter et essayer de nouveau.',
    },
    ended: { when: 'C’était le {when}.' },
    deleted: {
      heading: 'Ce compte a été supprimé.',
      lead: 'La personne qui a donné votre nom n’a plus de compte chez Stillhere.',
      advice: 'Rien ne vous sera envoyé, et vous n’avez rien à faire.',
    },
  },
  'emergency-link-trouble': {
    missing:
      'Appuyez de nouveau sur le bouton du message. Si le compte a été supprimé, ses liens ne fonctionnent plus.',
    ours: 'Votre lien reste valable. Réessayez dans quelques minutes. Tant qu’on ne peut pas nous joindre, nous n’envoyons rien aux contacts de confiance.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'À propos de notre e-mail précédent : le compte Stillhere a été supprimé',
      preview: 'Nous ne vous enverrons plus rien à ce sujet.',
      heading: 'Le compte dont nous vous avons parlé a été supprimé.',
      paragraphs: [
        'Il y a quelque temps, Stillhere vous a écrit parce que nous n’avions pas de réponse d’une personne qui a donné votre nom comme contact de confiance. Le compte de cette personne vient d’être supprimé, depuis ce compte lui-même.',
        'Nous n’avons plus le nom de cette personne. Il se trouve dans notre e-mail précédent. En cas d’inquiétude, appelez cette personne ou rendez-lui visite.',
        'Nous ne vous enverrons plus rien, et vous n’avez rien à faire pour nous.',
      ],
      label: 'Aller sur Stillhere',
      notes: ['Si nous vous avons envoyé autre chose auparavant, le lien ne fonctionne plus.'],
      why: [
        'Nous vous écrivons parce que quelqu’un a donné votre nom à Stillhere comme contact de confiance. C’est notre dernier e-mail.',
        'Des questions ? Répondez à cet e-mail.',
      ],
    },
  },
  'contact-card': {
    heading: 'S’il arrive quelque chose à {owner}',
    lead: '{contact}, {owner} ({email}) garde des lettres et des fichiers chez Stillhere et a donné votre nom comme personne à prévenir.',
    notified:
      'Si {owner} ne répond pas pendant {days, plural, one {# jour} other {# jours}}, nous vous envoyons un e-mail à {address}. Avant cela, vous n’avez rien à faire.',
    reach:
      'À ce moment-là, si vous le pouvez, appelez {owner} ou rendez-lui visite. Un signe de vie de {owner} arrête tout.',
    later: {
      recipient:
        'S’il n’y a toujours pas de réponse après {safety, plural, one {# jour de plus} other {# jours de plus}} ou davantage, nous vous écrivons de nouveau, si {owner} a laissé quelque chose pour vous.',
      witness:
        'S’il n’y a toujours pas de réponse après {safety, plural, one {# jour de plus} other {# jours de plus}} ou davantage, nous vous écrivons de nouveau pour vous dire que cela a eu lieu.',
    },
    link: 'Chaque e-mail contient un lien. Vous n’avez besoin ni de compte ni de mot de passe, et cela ne coûte rien.',
    sender: 'Nos e-mails viennent de {sender}. Regardez aussi dans le dossier des courriers indésirables.',
    genuine: 'Comment vérifier qu’un e-mail est authentique : {page}',
    never: 'Nous ne demandons jamais d’argent ni de mot de passe.',
  },
};
