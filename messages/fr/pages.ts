const MANY_LINKS =
  'Votre réseau nous a envoyé beaucoup de liens qui ne sont pas valables. Ouvrez le vôtre depuis le message : il fonctionnera.';
const TRY_LATER = 'Réessayez dans quelques minutes.';

export const pages = {
  frame: {
    skip: 'Aller au contenu de la page',
    moment: 'Un instant…',
    untitled: 'Sans titre',
    title: '{title} · Stillhere',
  },
  'static-pages': {
    description: 'Stillhere garde ce que les gens se laissent les uns aux autres, et le remet au bon moment.',
    'for-you': 'Pour vous',
    genuine: 'Un message vient-il vraiment de nous ?',
    language: 'Langue de cette page',
    trouble: {
      'nothing-here': 'Page introuvable.',
      wait: 'Attendez un peu, s’il vous plaît.',
      'not-now': 'Nous ne pouvons pas le faire pour le moment.',
      'did-not-work': 'Cela n’a pas marché.',
      'open-again': 'Rien n’a été changé. Ouvrez de nouveau le lien du message et utilisez le bouton de sa page.',
      'begin-again': 'Rien n’a été changé. Recommencez depuis la page que vous vouliez.',
      'many-links': MANY_LINKS,
      ours: 'Quelque chose ne fonctionne pas de notre côté. Rien n’a été changé.',
      'link-stays': `Votre lien reste valable. ${TRY_LATER}`,
    },
    file: {
      away: 'Nous ne pouvons pas accéder à ce fichier pour le moment.',
      damaged: 'Nous ne pouvons pas afficher ce fichier.',
      missing: 'Ce fichier n’existe pas ici.',
      gone: 'Ce fichier n’est plus ici.',
      'try-later': `Rien n’est perdu. ${TRY_LATER}`,
      back: 'Retour à Stillhere',
    },
  },
  'stop-in-mails': { foot: 'Pour ne plus rien recevoir de nous :' },
  'stop-page': {
    heading: 'Voulez-vous encore recevoir de nos nouvelles ?',
    lead: 'Choisissez ce que vous voulez. Vous n’avez pas besoin de compte, et nous le faisons tout de suite.',
    person: {
      wanted: 'Plus rien de cette personne',
      wantedNamed: 'Plus rien de {sender}',
      stopped: 'Vous ne recevez plus rien de cette personne.',
      stoppedNamed: 'Vous ne recevez plus rien de {sender}.',
      undo: 'Laisser cette personne m’écrire de nouveau',
      undoNamed: 'Laisser {sender} m’écrire de nouveau',
    },
    stillhere: {
      wanted: 'Plus rien de Stillhere',
      ask: 'Ne voulez-vous plus rien recevoir de Stillhere ?',
      lost: 'Personne ne pourra alors rien vous envoyer avec Stillhere. Vous manqueriez des lettres et des fichiers de tout le monde, même une dernière lettre.',
      lostEmergency:
        'Si quelqu’un a donné votre nom comme contact de confiance, nous ne vous écririons pas en cas d’urgence.',
      back: 'Non, revenir',
      stopped: 'Vous ne recevez plus rien de Stillhere.',
      undo: 'Laisser les gens m’écrire de nouveau',
    },
    done: 'C’est fait.',
    told: 'Si l’on essaie de vous envoyer quelque chose, nous disons que vous avez demandé à ne plus rien recevoir. Ce que vous avez reçu reste à vous : ses liens fonctionnent toujours.',
    mind: 'Vous pouvez changer d’avis sur cette page. Gardez l’e-mail pour la retrouver.',
    missing: 'Vous pouvez aussi répondre à l’e-mail et nous dire que vous ne voulez plus rien recevoir.',
  },
  'genuine-in-mails': { check: 'Comment vérifier que cet e-mail est authentique :' },
  'genuine-page': {
    title: 'Un message vient-il vraiment de nous ?',
    heading: 'Un message vient-il vraiment de Stillhere ?',
    lead: 'Stillhere garde des lettres et des fichiers pour les gens et les envoie au jour qu’ils choisissent. Un message de nous peut donc surprendre. Voici comment le vérifier.',
    sender: {
      heading: 'Vérifiez qui l’a envoyé',
      email: 'Nos e-mails viennent de {address}.',
      whatsapp: 'Nos messages WhatsApp viennent du {number}.',
      sms: 'Nos SMS viennent du {number}.',
      person:
        'S’il parle d’une personne, il donne son nom et son adresse e-mail. Nous ne montrons qu’une adresse que nous avons vérifiée.',
      unconfirmed:
        'S’il dit « adresse e-mail non confirmée », nous ne savons pas qui est cette personne. Restez sur vos gardes.',
    },
    link: {
      heading: 'Vérifiez le lien',
      begins: 'Tous les liens de nos messages commencent par {address}, avec la dernière barre oblique.',
      look: 'Sur un ordinateur, posez la souris sur le bouton pour voir son lien. Sur un téléphone, gardez le doigt dessus.',
      after: 'Une fois la page ouverte, regardez en haut de votre navigateur. L’adresse y commence de la même façon.',
    },
    sends: {
      heading: 'Ce que nous envoyons',
      left: 'Quelque chose qu’une personne a laissé pour vous : une lettre, une image, une vidéo, un enregistrement ou un fichier.',
      silent:
        'Des nouvelles d’une personne qui a donné votre nom comme contact de confiance et qui ne nous répond plus.',
      account:
        'Des messages sur votre propre compte, si vous en avez un : un lien pour confirmer votre adresse, un rappel, un reçu.',
    },
    never: {
      heading: 'Ce que nous ne demandons jamais',
      money: 'De l’argent pour ouvrir ce qu’une personne a laissé pour vous. C’est toujours gratuit.',
      account: 'Un compte ou un mot de passe pour l’ouvrir.',
      secrets:
        'Votre mot de passe, un code, votre carte ou vos coordonnées bancaires, dans un e-mail ou en réponse à un e-mail.',
      attachments: 'D’installer un programme ou d’ouvrir une pièce jointe. Nos e-mails n’en ont pas.',
    },
    doubt: {
      heading: 'Si vous avez un doute',
      wait: 'N’appuyez pas sur le bouton. Prenez votre temps.',
      ask: 'Demandez à la personne nommée dans le message, par téléphone ou par un autre moyen que vous connaissez.',
      forward: 'Si ce n’est pas possible, transférez le message à {address} et demandez-nous.',
    },
  },
  damage: {
    file: 'Ce fichier a été modifié ou abîmé dans notre stockage : nous ne l’affichons donc pas. Notre équipe a été prévenue et s’en occupe.',
    text: 'Quelque chose ici a été modifié ou abîmé dans notre stockage : nous ne l’affichons donc pas. Notre équipe a été prévenue et s’en occupe.',
  },
  'not-found': {
    content: 'Ce contenu n’existe pas.',
    file: 'Ce fichier n’existe pas.',
    thumbnail: 'Cette miniature n’existe pas.',
  },
  'forms-replies': { notAForm: 'Nous ne reconnaissons pas ce formulaire.' },
  'account-refusals': {
    'too-many-sign-ins': 'Beaucoup de personnes utilisent Stillhere en ce moment. Réessayez dans une minute.',
  },
  'error-page': {
    titles: {
      400: 'Nous n’avons pas pu lire cela',
      403: 'Vous ne pouvez pas faire cela ici',
      404: 'Page introuvable',
      405: 'Vous ne pouvez pas faire cela ici',
      408: 'C’était trop long',
      409: 'Ce n’est pas possible maintenant',
      410: 'Ceci n’est plus ici',
      413: 'C’était trop grand',
      429: 'Réessayez plus tard',
      503: 'Nous ne pouvons pas le faire pour le moment',
    },
    otherTitle: 'Quelque chose n’a pas marché',
    broken: 'Il y a eu un problème de notre côté. Rien n’est perdu. Réessayez dans un instant.',
    notTaken: 'Rien n’a été changé. Recommencez.',
    back: 'Retour à Stillhere',
  },
  'page-replies': { noPage: 'Il n’y a pas de page à cette adresse.' },
  'request-refusals': {
    'too-often': 'C’était trop souvent. Attendez {minutes, plural, one {une minute} other {# minutes}} et réessayez.',
    'too-often-hours': 'C’était trop souvent. Attendez {hours} heures et réessayez.',
    'too-often-days': 'C’était trop souvent. Attendez {days} jours et réessayez.',
    'too-slow': 'La demande est arrivée trop lentement : rien n’a été enregistré. Envoyez-la de nouveau.',
  },
  'form-texts': {
    'too-large': 'C’est trop grand pour être envoyé en une fois. Envoyez moins.',
    'too-slow': 'Cela est arrivé trop lentement : rien n’a été changé. Envoyez-le de nouveau.',
    'not-whole': 'Seule une partie de ce formulaire est arrivée : rien n’a été enregistré. Envoyez-le de nouveau.',
    'not-complete': 'Ce formulaire n’est pas complet.',
    'other-site':
      'Ce formulaire a été envoyé depuis un autre site : rien n’a été changé. Ouvrez la page ici et envoyez-le de nouveau.',
  },
  documents: {
    pdf: 'Un PDF. Les navigateurs et presque tous les téléphones et ordinateurs l’ouvrent.',
    word: 'Un document Word. Word, Pages et LibreOffice l’ouvrent.',
    excel: 'Une feuille de calcul Excel. Excel, Numbers et LibreOffice l’ouvrent.',
    powerpoint: 'Une présentation PowerPoint. PowerPoint, Keynote et LibreOffice l’ouvrent.',
    'open-text': 'Un texte OpenDocument. LibreOffice et Word l’ouvrent.',
    'open-table': 'Une feuille de calcul OpenDocument. LibreOffice et Excel l’ouvrent.',
    'open-slides': 'Une présentation OpenDocument. LibreOffice et PowerPoint l’ouvrent.',
    pages: 'Un document Pages. Pages l’ouvre sur les appareils Apple, et iCloud.com dans un navigateur.',
    numbers:
      'Une feuille de calcul Numbers. Numbers l’ouvre sur les appareils Apple, et iCloud.com dans un navigateur.',
    keynote: 'Une présentation Keynote. Keynote l’ouvre sur les appareils Apple, et iCloud.com dans un navigateur.',
    'rich-text': 'Un texte mis en forme. Word, Pages et LibreOffice l’ouvrent.',
    table: 'Un tableau. Excel, Numbers et LibreOffice l’ouvrent.',
    book: 'Un livre numérique. Apple Books et d’autres liseuses l’ouvrent.',
    mail: 'Un e-mail enregistré. Outlook l’ouvre, et souvent d’autres messageries aussi.',
    calendar: 'Un rendez-vous. Le calendrier d’un téléphone ou d’un ordinateur l’ouvre.',
    contact: 'Une fiche de contact. Les contacts d’un téléphone ou d’un ordinateur l’ouvrent.',
    'web-page': 'Une page web enregistrée. Tout navigateur l’ouvre.',
    text: 'Un texte simple. Tout téléphone ou ordinateur l’ouvre.',
    zip: 'Une archive ZIP, qui contient d’autres fichiers. Tout ordinateur et la plupart des téléphones l’ouvrent.',
    archive: 'Une archive, qui contient d’autres fichiers. 7-Zip sous Windows et The Unarchiver sur un Mac l’ouvrent.',
    picture: 'Une image. La plupart des téléphones et ordinateurs l’ouvrent.',
    video: 'Une vidéo. La plupart des téléphones et ordinateurs la lisent. Si le vôtre ne le fait pas, VLC le fait.',
    recording:
      'Un enregistrement. La plupart des téléphones et ordinateurs le lisent. Si le vôtre ne le fait pas, VLC le fait.',
    other: 'Un fichier au format {format}. Il vous faut un programme qui ouvre ce format.',
    unnamed: 'Il vous faut un programme qui ouvre les fichiers comme celui-ci.',
  },
};
