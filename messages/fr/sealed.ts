const FOREVER = 'Le téléchargement scellé s’ouvre sans nous, avec les six mots ou deux feuilles, pour toujours.';

export const sealed = {
  'open-sealed': {
    title: 'Ouvrir un élément scellé',
    heading: '{sender} a scellé ceci pour vous.',
    'heading-named': '{recipient}, {sender} a scellé ceci pour vous.',
    lead: '« {label} » a été scellé le {sealed} et vous a été envoyé le {sent}. Nous ne pouvons pas l’ouvrir. Vous, oui.',
    ways: {
      legend: 'Qu’avez-vous ?',
      words: 'Six mots',
      'words-hint': '{sender} les a notés. Cherchez dans ses papiers, ou dans une ancienne lettre.',
      sheet: 'Une feuille',
      'sheet-hint':
        'Une page imprimée avec un carré de points. Nous ajoutons la partie que nous avons gardée pour vous.',
      two: 'Deux feuilles',
      'two-hint': 'La feuille A et la feuille B. Notre partie n’est alors pas nécessaire.',
    },
    words: {
      label: 'Mot {number, number}',
      hint: 'Tapez-les dans l’ordre. Les majuscules ne comptent pas.',
      unknown: 'Ce mot n’est pas l’un des nôtres. Comparez-le avec ce qui a été noté, lettre par lettre.',
    },
    sheet: {
      first: 'La feuille',
      second: 'L’autre feuille',
      camera: 'Avec une caméra',
      'use-camera': 'Utiliser la caméra',
      'camera-hint': 'Tenez le carré devant elle. L’image reste sur cet appareil.',
      view: 'Ce que voit la caméra',
      lines: 'Taper les six lignes',
      line: 'Ligne {number, number}',
      'line-right': 'La ligne {number, number} est juste',
      'line-wrong':
        'La ligne {number, number} contient une faute de frappe. Comparez-la avec la feuille, signe par signe. B et 8 se ressemblent. 0 et D aussi.',
      checksum: 'Somme de contrôle',
      'checksum-hint': 'Les quatre signes sous les lignes. Vous pouvez les laisser vides.',
    },
    submit: 'L’ouvrir',
    busy: 'Ouverture en cours. Cela peut prendre une minute.',
    cancel: 'Annuler',
    stays:
      'Ce que vous tapez reste sur cet appareil. Nous ne voyons ni les mots, ni les feuilles, ni le contenu. Si quelque chose ne va pas, rien n’est perdu : essayez autant de fois que vous voulez.',
    none: 'Je n’ai rien de cela',
    'none-help':
      'Cherchez dans les papiers de {sender} : dans une lettre, un testament, un coffre. Demandez aux proches, et au notaire ou à l’exécuteur testamentaire s’il y en a un : une feuille est peut-être chez eux. Sans les mots ou une feuille, personne ne peut l’ouvrir, et nous non plus. Gardez le téléchargement : ce qui sera retrouvé plus tard l’ouvrira encore.',
    later: 'Pas maintenant ? Vous pouvez l’ouvrir ici {until}.',
    download: 'Télécharger l’élément scellé ({size})',
    'without-script': {
      heading: 'On ne peut pas l’ouvrir dans ce navigateur.',
      lead: 'Ce qui est scellé s’ouvre sur votre propre appareil. Il faut pour cela un navigateur plus récent, avec JavaScript activé. Rien n’est perdu.',
      steps: [
        'Ouvrez cette page sur un téléphone ou un ordinateur plus récent, si vous en avez un. Une personne de confiance peut vous prêter le sien.',
        'Ou téléchargez l’élément scellé et décompressez-le sur un ordinateur. Le fichier open.html qui s’y trouve l’ouvre dans un navigateur, sans internet. Le texte README.txt explique comment l’ouvrir avec le programme « age ».',
      ],
    },
    opened: {
      verified: 'Ouvert. Il est complet, et inchangé depuis qu’il a été scellé.',
      'verified-while':
        'Ouvert. Le début et la fin sont tels qu’ils ont été scellés. Chaque autre partie est vérifiée avant d’être lue ou enregistrée.',
      sealed: 'Scellé le <day>jour inconnu</day>',
      renamed:
        'Avant d’être ouvert, il s’appelait « <label>autrement</label> ». Le titre ci-dessus a été scellé avec lui : personne n’a donc pu le changer.',
      'not-shown':
        'Les navigateurs n’affichent pas ce type de fichier. Enregistrez-le, puis ouvrez-le sur votre appareil : <name>le fichier</name>',
      save: 'Enregistrer une copie',
      print: 'Imprimer',
      parcel: 'Télécharger l’élément scellé',
      foot: `Il n’a été ouvert que sur cet appareil. Fermez cette page et il est de nouveau scellé : vous pouvez l’ouvrir de la même façon {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'Il faut les six mots. Il en manque encore un.',
      'unknown-words':
        'Il y a une faute de frappe : un mot n’est pas l’un des nôtres. Il faut six mots, chacun tel qu’il a été noté.',
      'wrong-words':
        'Ces six mots n’ouvrent pas cet élément. Vérifiez l’ordre, et qu’ils sont bien ceux de cet élément : son numéro est {number}. Si ce numéro est écrit à côté de vos mots, la copie ici est peut-être abîmée : téléchargez de nouveau l’élément scellé, ou essayez une feuille.',
      lines:
        'Il y a une faute de frappe dans au moins une ligne. Comparez les lignes marquées avec la feuille, signe par signe.',
      checksum:
        'La somme de contrôle ne correspond pas aux lignes. Comparez encore une fois les lignes avec la feuille, puis la somme de contrôle.',
      'same-sheet': 'C’est deux fois la même feuille. Il faut deux feuilles différentes, A et B.',
      'no-part': 'Nous n’avons pas de partie pour cet élément. Utilisez les six mots, ou les deux feuilles.',
      'wrong-shares':
        'Ceci n’ouvre pas l’élément. La feuille semble être celle d’un autre : le numéro de cet élément est {number}, et il est imprimé sur ses feuilles. Essayez l’autre feuille, ou les six mots.',
      damaged:
        'Cette copie de l’élément est abîmée : elle n’est pas telle qu’elle a été scellée. Nous ne l’affichons pas. Ce que vous avez tapé n’en est pas la cause. Rechargez cette page et réessayez, ou téléchargez de nouveau l’élément scellé.',
      'damaged-inside':
        'Une partie de l’élément est abîmée : elle n’est pas telle qu’elle a été scellée, et la lecture s’arrête donc ici. Rechargez cette page et réessayez, ou téléchargez de nouveau l’élément scellé.',
      gone: 'Cet élément n’est plus remis ici. Le lien a peut-être été annulé ou a expiré, ou votre session s’est terminée. Rechargez cette page pour savoir pourquoi.',
      unreachable:
        'Nous n’avons pas pu être joints à l’instant. Rien n’est perdu. Vérifiez votre connexion et réessayez.',
    },
    cancelled: 'Annulé. Rien n’a été ouvert, et rien n’est perdu.',
    'too-long':
      'Les mots ou les feuilles sont justes. Ce navigateur ne peut pas ouvrir ici quelque chose d’aussi grand : certains ne le peuvent pas dans une fenêtre privée. Ouvrez cette page dans une fenêtre normale, ou téléchargez l’élément scellé et ouvrez-le sur un ordinateur.',
    unplayable:
      'Cet appareil n’affiche pas et ne lit pas ce type de fichier. Enregistrez une copie et ouvrez-la sur un autre appareil.',
    camera: {
      read: 'La feuille a été lue. Vous pouvez maintenant ouvrir l’élément.',
      'other-item':
        'Cette feuille est celle d’un autre élément. Le numéro de la bonne feuille est {number}. Tenez une autre feuille devant la caméra.',
      'no-sheet': 'Ce n’est pas le carré d’une feuille. Il est sur la page imprimée, à côté des six lignes.',
      none: 'On ne peut pas utiliser la caméra : il n’y en a pas, ou cette page n’y a pas accès. Tapez les six lignes.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Élément scellé',
    'part-file': 'Partie de Stillhere.txt',
    part: `La partie de Stillhere

Avec l’une des deux feuilles, cette partie ouvre l’élément scellé. Ouvrez open.html (cette page est en anglais), choisissez « two sheets, or one sheet and the part from Stillhere » et tapez ces six lignes :

{lines}

Somme de contrôle (Checksum) : {checksum}
`,
    readme: `Un élément scellé

Seuls six mots, ou deux parties sur trois, ouvrent cet élément. Personne d’autre ne peut le lire, pas même Stillhere.

La façon simple : décompressez cette archive, ouvrez open.html dans un navigateur et choisissez les trois fichiers .age. Cette page est en anglais. Elle fonctionne sans internet et n’envoie rien.

La façon sans navigateur demande le programme « age » (https://age-encryption.org, version 1.3 ou plus récente). Tapez les six mots en minuscules, avec un trait d’union entre deux mots :

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

La deuxième commande montre le nom et le titre. La troisième écrit le fichier original : donnez-lui le nom que la deuxième a montré. À la fin, supprimez identity.txt.

Le numéro de cet élément, comme sur ses feuilles : {number}
`,
  },
};
