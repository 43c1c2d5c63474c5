const A_THING =
  '{type, select, text {une lettre} image {une image} video {une vidéo} audio {un enregistrement} other {un fichier}}';
const THE_THING =
  '{type, select, text {la lettre} image {l’image} video {la vidéo} audio {l’enregistrement} other {le fichier}}';
const THIS_THING =
  '{type, select, text {cette lettre} image {cette image} video {cette vidéo} audio {cet enregistrement} other {ce fichier}}';
const DID =
  '{type, select, text {vous a écrit} image {vous a laissé une image} video {vous a laissé une vidéo} audio {vous a laissé un enregistrement} other {vous a laissé un fichier}}';
const MADE = '{type, select, text {écrite} image {ajoutée} video {ajoutée} audio {ajouté} other {ajouté}}';
const AND_KEPT = '{type, select, text {gardée} image {gardée} video {gardée} audio {gardé} other {gardé}}';
const OPEN_IT =
  '{type, select, text {Ouvrir la lettre} image {Ouvrir l’image} video {Ouvrir la vidéo} audio {Ouvrir l’enregistrement} other {Ouvrir le fichier}}';
const SENT_FOR = 'Stillhere vous envoie ceci de la part de {person},';

export const recipients = {
  words: {
    someone: 'Quelqu’un',
    identified: '{name} ({email})',
    unidentified: '{name} (adresse e-mail non confirmée)',
    quoted: '« {title} »',
    introduces: '{label} :',
    others: '{count} autres',
    counted: {
      text: '{count, plural, one {une lettre} =2 {deux lettres} other {# lettres}}',
      image: '{count, plural, one {une image} =2 {deux images} other {# images}}',
      video: '{count, plural, one {une vidéo} =2 {deux vidéos} other {# vidéos}}',
      audio: '{count, plural, one {un enregistrement} =2 {deux enregistrements} other {# enregistrements}}',
      file: '{count, plural, one {un fichier} =2 {deux fichiers} other {# fichiers}}',
    },
  },
  times: { dateAndClock: '{date} à {clock}', dateAndClockIn: '{date} à {clock} ({place})' },
  invitations: {
    unnamed: 'vous',
    until: { date: 'jusqu’au {date}', endless: 'aussi longtemps que Stillhere existera' },
    delivery: {
      subject: `De {sender}, ${A_THING} pour vous : {title}`,
      heading: `{sender} ${DID}.`,
      headingNamed: `{recipient}, {sender} ${DID}.`,
      sentFor: `${SENT_FOR} qui nous a demandé de l’envoyer maintenant.`,
      sentForKept: `${SENT_FOR} qui nous a demandé de le garder pour vous jusqu’au {sent}.`,
      made: '{type, select, text {Cette lettre, intitulée {title}, a été écrite} image {Cette image, intitulée {title}, a été ajoutée} video {Cette vidéo, intitulée {title}, a été ajoutée} audio {Cet enregistrement, intitulé {title}, a été ajouté} other {Ce fichier, intitulé {title}, a été ajouté}} le {written}.',
      label: OPEN_IT,
      opening:
        'Le lien ouvre une page sur {host}. Vous n’avez besoin ni de compte ni de mot de passe. Vous pouvez l’ouvrir {until}, sauf si {sender} annule l’envoi.',
      secret: `Toute personne qui a ce lien peut ouvrir ${THE_THING}.`,
      notForMe: `Ce n’est pas pour vous ? Choisissez « Ce n’est pas pour moi » sur cette page. Nous fermons alors ${THE_THING} sans l’ouvrir, et nous prévenons {sender}.`,
      why: `Nous vous écrivons parce que {sender} nous a donné votre adresse pour ${THIS_THING}. Nous ne l’utilisons pour rien d’autre.`,
      about: 'Stillhere garde des lettres et des fichiers, et envoie chacun au jour choisi.',
      replyToSender: 'Si vous répondez à cet e-mail, votre réponse arrive à {sender}, et non à Stillhere.',
      replyToUs: 'Des questions ? Répondez à cet e-mail. Votre réponse arrive à Stillhere, et non à {sender}.',
    },
    asked:
      'Avant de s’ouvrir, la page pose une question. Seule une personne qui connaît {sender} peut y répondre. Prenez votre temps : vous pouvez réessayer plus tard.',
    several: {
      subject: 'De {sender}, pour vous : {things}',
      heading: '{sender} a laissé quelque chose pour vous.',
      headingNamed: '{recipient}, {sender} a laissé quelque chose pour vous.',
      sentFor: `${SENT_FOR} qui nous a demandé de l’envoyer maintenant.`,
      made: '{sender} a laissé pour vous {things}. Le premier titre est {title}.',
      label: 'Ouvrir ce qui a été laissé pour vous',
      opening:
        'Le lien ouvre une page sur {host}. Vous n’avez besoin ni de compte ni de mot de passe. Vous pouvez l’ouvrir {until}, sauf si {sender} annule l’envoi.',
      secret: 'Toute personne qui a ce lien peut tout ouvrir.',
      notForMe:
        'Ce n’est pas pour vous ? Choisissez « Ce n’est pas pour moi » sur cette page. Nous fermons alors tout sans rien ouvrir, et nous prévenons {sender}.',
      why: 'Nous vous écrivons parce que {sender} nous a donné votre adresse pour cela. Nous ne l’utilisons pour rien d’autre.',
    },
    reminder: {
      subject: 'Vous nous avez demandé un rappel : quelque chose de {sender}',
      heading: 'Quelque chose de {sender} est toujours ici pour vous.',
      headingNamed: '{recipient}, quelque chose de {sender} est toujours ici pour vous.',
      asked:
        'Stillhere vous écrit parce que vous avez choisi « Pas maintenant » et nous avez demandé de vous rappeler ce que {person} a laissé pour vous.',
      hurry: 'Rien ne presse. Vous pouvez l’ouvrir {until}.',
      label: 'Aller à sa page',
      again: 'Ce n’est toujours pas le bon moment ? Choisissez de nouveau « Pas maintenant » sur cette page.',
      why: 'Nous vous écrivons parce que vous nous avez demandé un rappel. Nous le faisons une seule fois.',
    },
    release: {
      subject: 'De {sender}, pour vous (envoyé par Stillhere : sans réponse depuis le {since})',
      heading: '{sender} a laissé quelque chose pour vous.',
      headingNamed: '{recipient}, {sender} a laissé quelque chose pour vous.',
      sentFor: `${SENT_FOR} qui voulait que vous le receviez si nos messages restaient sans réponse. La dernière réponse date du {since}.`,
      things: '{sender} a laissé pour vous {things}.',
      silent:
        'Nous avons demandé plusieurs fois, puis attendu aussi longtemps que {sender} l’avait souhaité. Nous ne savons pas pourquoi il n’y a pas eu de réponse. Si vous avez perdu {sender}, nous vous présentons nos condoléances.',
      label: 'Ouvrir ce qui a été laissé pour vous',
      opening:
        'Le lien ouvre une page sur {host}. Vous n’avez besoin ni de compte ni de mot de passe. Rien ne presse : vous pouvez l’ouvrir {until}.',
      secret: 'Toute personne qui a ce lien peut tout ouvrir.',
      isWell:
        'Si vous savez que {sender} va bien, demandez à {sender} de se connecter à Stillhere. Ce qui n’a pas été ouvert peut encore être annulé.',
      notForMe:
        'Ce n’est pas pour vous ? Choisissez « Ce n’est pas pour moi » sur cette page. Tout est alors fermé sans être ouvert.',
      why: 'Nous vous écrivons parce que {sender} a donné votre nom comme contact de confiance. Nous n’utilisons votre adresse pour rien d’autre.',
      reply: 'Des questions ? Répondez à cet e-mail. Votre réponse arrive à Stillhere, et non à {sender}.',
    },
    whatsapp:
      'Bonjour. Stillhere a quelque chose pour {recipient}, confié par {sender} pour être remis maintenant. Le bouton l’ouvre ; vous n’avez pas besoin de compte. Si ce n’est pas pour vous, vous pouvez le dire sur la page. Répondez STOP pour ne plus recevoir nos messages ici.\n\nOuvrir : {link}',
    sms: 'Bonjour. Stillhere a quelque chose pour {recipient}, confié par {sender} pour être remis maintenant. Pour l’ouvrir, vous n’avez pas besoin de compte :\n{link}\nEst-ce authentique ? Voir {check}. Ce n’est pas pour vous ? Vous pouvez le dire en l’ouvrant. Répondez STOP pour ne plus recevoir nos messages ici.',
  },
  'recipient-pages': {
    until: {
      owner: 'jusqu’au {date}, sauf si {sender} annule l’envoi',
      release: 'jusqu’au {date}',
      'owner-endless': 'aussi longtemps que Stillhere existera, sauf si {sender} annule l’envoi',
      'release-endless': 'aussi longtemps que Stillhere existera',
    },
    invitation: {
      title: `{sender} ${DID}`,
      heading: `{sender} ${DID}.`,
      'heading-named': `{recipient}, {sender} ${DID}.`,
      'sent-for': 'Envoyé par Stillhere de la part de {person}. <check>Comment vérifier que c’est authentique</check>',
      'sent-same-day': `{title}, ${MADE} le {written}.`,
      'sent-today': `{title}, ${MADE} le {written} et ${AND_KEPT} pour vous jusqu’à aujourd’hui, {sent}.`,
      'sent-later': `{title}, ${MADE} le {written} et ${AND_KEPT} pour vous jusqu’au {sent}.`,
      open: OPEN_IT,
      first:
        'L’ouverture se fait sur cette page. Vous n’avez pas besoin de compte. Vous pourrez revenir {until}. Vous pourrez aussi enregistrer une copie.',
      again:
        'Cela a déjà été ouvert. Vous pouvez l’ouvrir de nouveau {until}. Vous pouvez aussi enregistrer une copie.',
      seen: '{sender} peut voir quand c’est ouvert ou enregistré pour la première fois.',
      refuse: 'Ce n’est pas pour moi',
    },
    opened: {
      from: 'De {person}',
      'from-to': 'De {person}, pour {recipient}',
      made: '{type, select, text {Écrite} image {Ajoutée} video {Ajoutée} audio {Ajouté} other {Ajouté}} le {written}',
      pages: 'Pages',
      part: 'Cette page montre {shown, number} éléments sur {count, number}.',
      'first-page': 'Première page',
      'next-page': 'Page suivante',
      'save-copy': 'Enregistrer une copie',
      extend: 'Garder cette page ouverte jusqu’au {until}',
      keep: 'Vous pouvez ouvrir cette page {until}. Toute personne qui a ce lien peut l’ouvrir : gardez bien le message. Ce que vous téléchargez est à vous pour toujours.',
      'keep-letter':
        'Vous pouvez ouvrir cette page {until}. Toute personne qui a ce lien peut l’ouvrir : gardez bien le message. Vous pouvez aussi imprimer cette page.',
    },
    refuse: {
      title: 'Ce n’est pas pour moi',
      heading: 'Ce n’est pas pour vous ?',
      lead: '{sender} {type, select, text {a écrit {title} à quelqu’un} other {a laissé {title} à quelqu’un}} et nous a donné votre adresse.',
      warning: `Si ce n’est pas pour vous, nous fermons ${THE_THING} sans l’ouvrir. Ce lien ne fonctionne plus, et nous prévenons {sender} que le message est arrivé à la mauvaise personne. On ne peut pas revenir en arrière.`,
      submit: 'Ce n’est pas pour moi : fermer',
      back: '{type, select, text {Retour à la lettre} image {Retour à l’image} video {Retour à la vidéo} audio {Retour à l’enregistrement} other {Retour au fichier}}',
      'release-lead': '{sender} a donné votre nom comme contact de confiance, ainsi que votre adresse.',
      'release-warning':
        'Si ce n’est pas pour vous, nous fermons tout sans rien ouvrir, et ce lien ne fonctionne plus. On ne peut pas revenir en arrière.',
      'release-back': 'Retour',
      'several-lead': '{sender} a laissé plusieurs choses à quelqu’un et nous a donné votre adresse.',
      'several-warning':
        'Si elles ne sont pas pour vous, nous fermons tout sans rien ouvrir. Ce lien ne fonctionne plus, et nous prévenons {sender} que le message est arrivé à la mauvaise personne. On ne peut pas revenir en arrière.',
    },
    refused: {
      title: 'Merci',
      heading: 'Merci de nous l’avoir dit.',
      lead: `Nous avons fermé ${THE_THING} sans l’ouvrir, et ce lien ne fonctionne plus. Nous préviendrons {sender} que le message est arrivé à la mauvaise personne.`,
      'several-lead':
        'Nous avons tout fermé sans rien ouvrir, et ce lien ne fonctionne plus. Nous préviendrons {sender} que le message est arrivé à la mauvaise personne.',
      'release-lead': 'Nous avons tout fermé sans rien ouvrir, et ce lien ne fonctionne plus.',
      advice: 'Vous n’avez rien d’autre à faire. Vous pouvez supprimer le message.',
    },
    later: {
      lead: 'Pas maintenant ? Nous pouvons vous le rappeler :',
      noted: 'Nous vous le rappellerons le {date}. Vous pouvez choisir un autre jour :',
      choices: { week: 'Dans une semaine', month: 'Dans un mois', year: 'Dans un an' },
      heading: 'Cela peut attendre.',
      done: 'Nous vous écrirons le {date}, avec le même lien.',
      meanwhile:
        'D’ici là, rien ne se passe. Le lien de votre message fonctionne toujours : vous pouvez l’ouvrir plus tôt.',
      back: 'Retour',
    },
    more: {
      more: 'D’autres envois de {sender} sont encore à venir.',
      last: 'C’était le dernier envoi de {sender}, pour autant que nous le sachions aujourd’hui.',
    },
    question: {
      heading: '{sender} vous pose une question.',
      lead: 'Il y a ici quelque chose pour vous de la part de {person}. Votre réponse montre que c’est arrivé à la bonne personne.',
      submit: 'Répondre',
      spelling: 'Les majuscules, les accents et la ponctuation ne comptent pas.',
      wrong: 'Ce n’est pas la réponse que nous avons. Essayez de le dire autrement.',
      later: 'Essais en une heure : {tries}. Réessayez dans une heure. Rien n’est perdu, et cette page reste ici.',
      patience:
        'Rien ne presse. Vous avez {tries} essais en une heure, puis d’autres une heure après. Pensez à ce que {sender} a pu vouloir dire : un lieu, un nom, une chose que vous seuls savez.',
      whom: 'Si vous ne trouvez pas la réponse, demandez à un proche de {sender} : la famille, ou une amitié ancienne. Vous pouvez aussi demander à {sender}. Nous ne connaissons pas la réponse et ne pouvons donc pas vous la dire.',
    },
    several: {
      kept: '{things} : Stillhere les a gardés pour vous jusqu’au {sent}.',
      first:
        'L’ouverture se fait sur cette page. Vous n’avez pas besoin de compte. Vous pourrez revenir {until}. Vous pouvez tout télécharger.',
    },
    release: {
      title: '{sender} a laissé quelque chose pour vous',
      heading: '{sender} a laissé quelque chose pour vous.',
      'heading-named': '{recipient}, {sender} a laissé quelque chose pour vous.',
      'opened-heading': 'Ce que {sender} a laissé pour vous',
      'silent-since':
        '{things}. {sender} voulait que vous receviez ceci si nos messages restaient sans réponse. La dernière réponse date du {since}.',
      'is-back':
        '{things}. {sender} voulait que vous receviez ceci si nos messages restaient sans réponse. Depuis l’envoi, quelqu’un nous a répondu depuis le compte de {sender}.',
      sorry: 'Si vous avez perdu {sender}, nous vous présentons nos condoléances.',
      open: 'Ouvrir ce qui a été laissé pour vous',
      first:
        'L’ouverture se fait sur cette page. Vous n’avez pas besoin de compte. Rien ne presse : vous pouvez l’ouvrir {until}. Vous pouvez tout télécharger.',
      again: 'Cela a déjà été ouvert. Vous pouvez l’ouvrir de nouveau {until}. Vous pouvez tout télécharger.',
      'download-all': 'Tout télécharger dans un ZIP, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Télécharger l’image} video {Télécharger la vidéo} audio {Télécharger l’enregistrement} other {Télécharger le fichier}}',
      copied: 'Ceci est une copie en taille réelle que tout appareil peut afficher.',
      'original-damaged':
        'Ceci est une copie en taille réelle. L’original a été modifié ou abîmé dans notre stockage. Notre équipe a été prévenue et s’en occupe.',
      'download-original': 'Télécharger l’original ({format})',
      'download-original-unnamed': 'Télécharger l’original',
      away: 'Nous ne pouvons pas accéder à {type, select, image {cette image} video {cette vidéo} audio {cet enregistrement} other {ce fichier}} pour le moment. Rien n’est perdu.',
      'try-again': 'Réessayer',
      read: 'Lire dans un nouvel onglet',
      'if-silent':
        'Si la lecture ne démarre pas ici, téléchargez {type, select, video {la vidéo et ouvrez-la} other {l’enregistrement et ouvrez-le}} sur votre appareil.',
      'few-show':
        'La plupart des navigateurs {type, select, image {n’affichent pas} other {ne lisent pas}} les fichiers {format}.',
      'few-show-unnamed':
        'La plupart des navigateurs {type, select, image {n’affichent pas} other {ne lisent pas}} les fichiers comme celui-ci.',
      'small-picture':
        '{type, select, image {Ceci est une petite version de l’image.} other {Ceci est une petite image tirée de la vidéo.}}',
      'download-and-open':
        'Téléchargez {type, select, image {l’image et ouvrez-la} video {la vidéo et ouvrez-la} other {l’enregistrement et ouvrez-le}} sur votre appareil.',
      sealed: 'La personne qui l’a envoyé l’a scellé : même Stillhere ne peut pas l’ouvrir.',
      'sealed-ways':
        'Ses six mots l’ouvrent. L’une de ses deux feuilles imprimées aussi, si la personne les a faites : nous ajoutons la partie que nous avons gardée. Si vous n’avez rien de cela, un proche de cette personne l’a peut-être : posez-lui la question.',
      'sealed-next':
        'Vous pouvez l’ouvrir ici, dans ce navigateur. Ou téléchargez-le, décompressez-le sur un ordinateur et ouvrez le fichier open.html dans un navigateur : cela marche sans internet, et sans nous. Ce que vous téléchargez est à vous pour toujours : gardez une copie en lieu sûr.',
      'open-sealed': 'L’ouvrir ici',
      'download-parcel': 'Télécharger l’élément scellé ({size})',
    },
    copy: {
      written: 'Daté du {written}, gardé par Stillhere jusqu’au {sent}',
      letter: 'Lettre',
      'archive-name': 'De {sender}',
      'not-in-archive': 'Absent de cette archive',
      damaged: 'Ceci a été modifié ou abîmé dans notre stockage et n’est donc pas dans cette archive :',
      'damaged-known': 'Nous le savons et nous nous en occupons.',
      away: 'Nous ne pouvons pas accéder à ce qui vous a été envoyé pour le moment. Rien n’est perdu.',
    },
    'no-such-button': 'Cette page n’a pas ce bouton.',
    trouble: {
      'not-now': 'Nous ne pouvons pas l’ouvrir pour le moment.',
      ours: 'Quelque chose ne fonctionne pas de notre côté. Ce qui vous a été envoyé est en sécurité.',
      'open-again': 'Rien n’est perdu. Ouvrez de nouveau le lien du message et utilisez les boutons de sa page.',
      'reply-and-say':
        'Si vous avez appuyé sur le bouton d’un message et voyez encore cette page, répondez à ce message et dites-le-nous.',
      gone: 'Ceci n’est plus ici.',
      'ask-sender': 'La personne qui l’a envoyé peut l’envoyer de nouveau. Si vous la connaissez, demandez-le-lui.',
      opened: 'Ceci a été ouvert.',
      'open-with-same-link': 'Vous pouvez l’ouvrir de nouveau avec le même lien.',
      'many-links':
        'Votre réseau nous a envoyé beaucoup de liens qui ne sont pas valables. Ouvrez le vôtre depuis le message : il fonctionnera.',
      damaged: 'Nous ne pouvons pas afficher ceci.',
      'tell-sender':
        'Si vous savez qui l’a envoyé, prévenez cette personne. Elle l’a peut-être ailleurs et peut vous l’envoyer de nouveau.',
    },
  },
  'link-refusals': {
    expired: 'Ce lien a expiré.',
    'not-valid': 'Ce lien n’est pas valable. Essayez de copier le lien entier du message.',
    used: 'Ce lien a déjà été utilisé, ou un plus récent l’a remplacé.',
    'closed-by-recipient':
      'Vous avez dit que ce n’était pas pour vous : nous l’avons donc fermé. On ne peut pas l’ouvrir ici.',
    'not-opened-yet': 'Ceci n’a pas encore été ouvert.',
    'answer-first': 'Ouvrez de nouveau le lien du message et répondez d’abord à la question de sa page.',
    'ends-before': 'Le lien ne fonctionnera plus à ce moment-là. Choisissez un rappel plus tôt.',
    'cut-off': 'Ce lien n’est pas valable. Essayez de copier le lien entier du message.',
    'taken-back-by-sender': 'Cela a été supprimé, et nous ne l’avons plus.',
    replaced: 'Ce lien a été annulé, ou un message plus récent l’a remplacé.',
    'kept-until': 'Vous pouviez ouvrir ceci jusqu’au {date}. Cette date est passée.',
    'sender-is-back':
      'Depuis, quelqu’un nous a répondu depuis le compte de {sender}. Ce qui n’avait pas été ouvert a donc été annulé, et vous n’avez rien à faire.',
    'opened-already': 'Ceci a été ouvert et ne peut donc plus être fermé sans être ouvert.',
  },
};
