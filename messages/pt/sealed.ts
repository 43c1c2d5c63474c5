const FOREVER = 'O ficheiro selado descarregado abre-se sem nós, com as seis palavras ou duas folhas, para sempre.';

export const sealed = {
  'open-sealed': {
    title: 'Abrir um item selado',
    heading: '{sender} selou isto para si.',
    'heading-named': '{recipient}, {sender} selou isto para si.',
    lead: '«{label}» foi selado a {sealed} e enviado a si a {sent}. Nós não o podemos abrir. Só quem o recebe pode.',
    ways: {
      legend: 'O que tem consigo?',
      words: 'Seis palavras',
      'words-hint': '{sender} anotou-as. Procure nos seus papéis, ou numa carta antiga.',
      sheet: 'Uma folha',
      'sheet-hint': 'Uma página impressa com um quadrado de pontos. Nós juntamos a parte que guardámos para si.',
      two: 'Duas folhas',
      'two-hint': 'A folha A e a folha B. Assim, a nossa parte não é precisa.',
    },
    words: {
      label: 'Palavra {number, number}',
      hint: 'Escreva-as por ordem. Não importa se usa maiúsculas.',
      unknown: 'Esta palavra não é uma das nossas. Compare-a com o que foi anotado, letra a letra.',
    },
    sheet: {
      first: 'A folha',
      second: 'A outra folha',
      camera: 'Com uma câmara',
      'use-camera': 'Usar a câmara',
      'camera-hint': 'Segure o quadrado em frente dela. A imagem fica neste dispositivo.',
      view: 'O que a câmara vê',
      lines: 'Escrever as seis linhas',
      line: 'Linha {number, number}',
      'line-right': 'A linha {number, number} está certa',
      'line-wrong':
        'A linha {number, number} tem um erro de escrita. Compare-a com a folha, sinal a sinal. B e 8 são parecidos. O 0 e o D também.',
      checksum: 'Soma de controlo',
      'checksum-hint': 'Os quatro sinais por baixo das linhas. Pode deixá-los de fora.',
    },
    submit: 'Abrir',
    busy: 'A abrir. Pode demorar um minuto.',
    cancel: 'Cancelar',
    stays:
      'O que escrever fica neste dispositivo. Não vemos as palavras, as folhas nem o que está dentro. Se algo não bater certo, nada se perde: tente quantas vezes quiser.',
    none: 'Não tenho nada disto',
    'none-help':
      'Procure nos papéis de {sender}: numa carta, num testamento, num cofre. Pergunte a quem era próximo, e ao notário ou testamenteiro, se houver: podem ter uma folha. Sem as palavras ou uma folha, ninguém o pode abrir, nem nós. Guarde o que descarregou: o que aparecer mais tarde ainda o abre.',
    later: 'Agora não? Pode abri-lo aqui {until}.',
    download: 'Descarregar o item selado ({size})',
    'without-script': {
      heading: 'Não pode ser aberto neste navegador.',
      lead: 'O que está selado abre-se no seu próprio dispositivo. Para isso é preciso um navegador mais recente, com JavaScript ligado. Nada se perdeu.',
      steps: [
        'Abra esta página num telemóvel ou computador mais recente, se tiver um. Alguém da sua confiança pode emprestar-lhe o seu.',
        'Ou descarregue o item selado e extraia-o num computador. O ficheiro open.html que está lá dentro abre-o num navegador, sem internet. O texto README.txt explica como o abrir com o programa «age».',
      ],
    },
    opened: {
      verified: 'Aberto. Está completo e não mudou desde que foi selado.',
      'verified-while':
        'Aberto. O princípio e o fim estão como foram selados. Cada uma das outras partes é verificada antes de ser reproduzida ou guardada.',
      sealed: 'Selado a <day>um dia desconhecido</day>',
      renamed:
        'Antes de ser aberto, chamava-se «<label>outra coisa</label>». O título acima foi selado com ele e, por isso, ninguém o pode ter mudado.',
      'not-shown':
        'Os navegadores não mostram este tipo de ficheiro. Guarde-o e abra-o no seu dispositivo: <name>o ficheiro</name>',
      save: 'Guardar uma cópia',
      print: 'Imprimir',
      parcel: 'Descarregar o item selado',
      foot: `Só foi aberto neste dispositivo. Feche esta página e fica de novo selado: pode abri-lo da mesma forma {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'São precisas todas as seis palavras. Ainda falta uma.',
      'unknown-words':
        'Há um erro de escrita: uma palavra não é das nossas. São precisas seis palavras, cada uma tal como foi anotada.',
      'wrong-words':
        'Estas seis palavras não abrem este item. Veja se estão por ordem e se são deste item: o número dele é {number}. Se esse número está junto das suas palavras, a cópia daqui pode estar danificada: descarregue de novo o item selado, ou tente com uma folha.',
      lines: 'Há um erro de escrita em pelo menos uma linha. Compare as linhas marcadas com a folha, sinal a sinal.',
      checksum:
        'A soma de controlo não corresponde às linhas. Compare mais uma vez as linhas com a folha e, depois, a soma de controlo.',
      'same-sheet': 'Esta é a mesma folha duas vezes. São precisas duas folhas diferentes, A e B.',
      'no-part': 'Não temos nenhuma parte deste item. Use as seis palavras, ou as duas folhas.',
      'wrong-shares':
        'Isto não abre o item. A folha parece ser de outro: o número deste item é {number} e está impresso nas suas folhas. Tente com a outra folha, ou com as seis palavras.',
      damaged:
        'Esta cópia do item está danificada: não está como foi selada. Por isso não a mostramos. A culpa não é de nada que tenha escrito. Carregue de novo esta página e tente outra vez, ou descarregue de novo o item selado.',
      'damaged-inside':
        'Uma parte do item está danificada: não está como foi selada e, por isso, para aqui. Carregue de novo esta página e tente outra vez, ou descarregue de novo o item selado.',
      gone: 'Este item já não está disponível aqui. A ligação pode ter sido anulada ou ter expirado, ou a sua sessão terminou. Carregue de novo esta página para ver porquê.',
      unreachable:
        'Agora não foi possível contactar-nos. Nada se perdeu. Veja a sua ligação à internet e tente de novo.',
    },
    cancelled: 'Cancelado. Nada foi aberto e nada se perdeu.',
    'too-long':
      'As palavras ou folhas estão certas. Este navegador não consegue abrir aqui algo tão grande: alguns não o fazem numa janela privada. Abra esta página numa janela normal, ou descarregue o item selado e abra-o num computador.',
    unplayable:
      'Este dispositivo não mostra nem reproduz este tipo de ficheiro. Guarde uma cópia e abra-a noutro dispositivo.',
    camera: {
      read: 'A folha foi lida. Já pode abrir o item.',
      'other-item':
        'Esta folha é de outro item. O número da folha certa é {number}. Segure outra folha em frente da câmara.',
      'no-sheet': 'Este não é o quadrado de uma folha. Está na página impressa, ao lado das seis linhas.',
      none: 'Não é possível usar a câmara: não há nenhuma, ou esta página não a pode usar. Escreva as seis linhas.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Item selado',
    'part-file': 'Parte do Stillhere.txt',
    part: `A parte do Stillhere

Com uma das duas folhas, esta parte abre o item selado. Abra open.html (essa página está em inglês), escolha «two sheets, or one sheet and the part from Stillhere» e escreva estas seis linhas:

{lines}

Soma de controlo (Checksum): {checksum}
`,
    readme: `Um item selado

Só seis palavras, ou duas de três partes, abrem este item. Mais ninguém o pode ler, nem o Stillhere.

A forma fácil: extraia este arquivo, abra open.html num navegador e escolha os três ficheiros .age. Essa página está em inglês. Funciona sem internet e não envia nada.

A forma sem navegador precisa do programa «age» (https://age-encryption.org, versão 1.3 ou mais recente). Escreva as seis palavras em minúsculas, com um hífen entre cada duas:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

O segundo comando mostra o nome e o título. O terceiro escreve o ficheiro original: dê-lhe o nome que o segundo mostrou. No fim, apague identity.txt.

O número deste item, como nas suas folhas: {number}
`,
  },
};
