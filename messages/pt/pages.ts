const MANY_LINKS =
  'A sua rede enviou-nos muitas ligações que não são válidas. Abra a sua a partir da mensagem: assim vai funcionar.';
const TRY_LATER = 'Tente de novo dentro de alguns minutos.';

export const pages = {
  frame: {
    untitled: 'Sem título',
    title: '{title} · Stillhere',
  },
  'static-pages': {
    description: 'O Stillhere guarda o que as pessoas deixam umas às outras e entrega-o na altura certa.',
    'for-you': 'Para si',
    genuine: 'Uma mensagem é mesmo nossa?',
    language: 'Língua desta página',
    trouble: {
      'nothing-here': 'Página não encontrada.',
      wait: 'Espere um pouco, por favor.',
      'not-now': 'De momento não conseguimos fazer isso.',
      'did-not-work': 'Não funcionou.',
      'open-again': 'Nada foi alterado. Abra de novo a ligação da mensagem e use o botão dessa página.',
      'begin-again': 'Nada foi alterado. Comece de novo a partir da página que queria.',
      'many-links': MANY_LINKS,
      ours: 'Algo do nosso lado não está a funcionar. Nada foi alterado.',
      'link-stays': `A sua ligação continua válida. ${TRY_LATER}`,
    },
    file: {
      away: 'De momento não conseguimos aceder a este ficheiro.',
      damaged: 'Não podemos mostrar este ficheiro.',
      missing: 'Esse ficheiro não existe aqui.',
      gone: 'Este ficheiro já não está aqui.',
      'try-later': `Nada se perdeu. ${TRY_LATER}`,
      back: 'Voltar ao Stillhere',
    },
  },
  'stop-in-mails': { foot: 'Para não receber mais nada nosso:' },
  'stop-page': {
    heading: 'Quer voltar a receber mensagens nossas?',
    lead: 'Escolha o que quer. Não precisa de conta, e tratamos disso de imediato.',
    person: {
      wanted: 'Nada mais desta pessoa',
      wantedNamed: 'Nada mais de {sender}',
      stopped: 'Não recebe mais nada desta pessoa.',
      stoppedNamed: 'Não recebe mais nada de {sender}.',
      undo: 'Deixar esta pessoa escrever-me de novo',
      undoNamed: 'Deixar {sender} escrever-me de novo',
    },
    stillhere: {
      wanted: 'Nada mais do Stillhere',
      ask: 'Não quer receber mais nada do Stillhere?',
      lost: 'Nesse caso ninguém lhe poderá enviar nada pelo Stillhere. Perderia cartas e ficheiros de todas as pessoas, até uma última carta.',
      lostEmergency:
        'Se alguém indicou o seu nome como contacto de confiança, não receberia notícias nossas numa emergência.',
      back: 'Não, voltar',
      stopped: 'Não recebe mais nada do Stillhere.',
      undo: 'Deixar que me escrevam de novo',
    },
    done: 'Está feito.',
    told: 'Se tentarem enviar-lhe alguma coisa, dizemos que pediu para não receber mais nada. O que já recebeu continua a ser seu: as ligações continuam a funcionar.',
    mind: 'Pode mudar de ideias nesta página. Guarde o email, para a voltar a encontrar.',
    missing: 'Também pode responder ao email e dizer-nos que não quer receber mais nada.',
  },
  'genuine-in-mails': { check: 'Como verificar que este email é verdadeiro:' },
  'genuine-page': {
    title: 'Uma mensagem é mesmo nossa?',
    heading: 'Uma mensagem é mesmo do Stillhere?',
    lead: 'O Stillhere guarda cartas e ficheiros para as pessoas e envia-os no dia que elas escolhem. Por isso, uma mensagem nossa pode ser uma surpresa. Eis como a pode verificar.',
    sender: {
      heading: 'Veja quem a enviou',
      email: 'Os nossos emails vêm de {address}.',
      whatsapp: 'As nossas mensagens de WhatsApp vêm de {number}.',
      sms: 'As nossas mensagens SMS vêm de {number}.',
      person:
        'Se é sobre uma pessoa, traz o nome e o endereço de email dela. Só mostramos um endereço que verificámos.',
      unconfirmed: 'Se diz «endereço de email não confirmado», não sabemos quem é essa pessoa. Tenha cuidado.',
    },
    link: {
      heading: 'Veja a ligação',
      begins: 'Todas as ligações das nossas mensagens começam por {address}, incluindo a última barra.',
      look: 'Num computador, ponha o rato sobre o botão para ver a ligação. Num telemóvel, mantenha o dedo sobre ele.',
      after: 'Depois de abrir a página, olhe para o topo do navegador. O endereço começa aí da mesma forma.',
    },
    sends: {
      heading: 'O que enviamos',
      left: 'Algo que uma pessoa deixou para si: uma carta, uma imagem, um vídeo, uma gravação ou um ficheiro.',
      silent: 'Notícias de uma pessoa que indicou o seu nome como contacto de confiança e deixou de nos responder.',
      account:
        'Mensagens sobre a sua própria conta, se a tiver: uma ligação para confirmar o seu endereço, um lembrete, um recibo.',
    },
    never: {
      heading: 'O que nunca pedimos',
      money: 'Dinheiro para abrir o que uma pessoa deixou para si. É sempre gratuito.',
      account: 'Uma conta ou uma palavra-passe para o abrir.',
      secrets:
        'A sua palavra-passe, um código, o seu cartão ou os seus dados bancários, num email ou na resposta a um email.',
      attachments: 'Que instale um programa ou abra um anexo. Os nossos emails não têm anexos.',
    },
    doubt: {
      heading: 'Se não tem a certeza',
      wait: 'Não carregue no botão. Pode levar o tempo que quiser.',
      ask: 'Pergunte à pessoa indicada na mensagem, por telefone ou de outra forma que conheça.',
      forward: 'Se não for possível, reencaminhe a mensagem para {address} e pergunte-nos.',
    },
  },
  damage: {
    file: 'Este ficheiro foi alterado ou danificado no nosso armazenamento e, por isso, não o mostramos. A nossa equipa foi alertada e está a tratar disso.',
    text: 'Algo aqui foi alterado ou danificado no nosso armazenamento e, por isso, não o mostramos. A nossa equipa foi alertada e está a tratar disso.',
  },
  'not-found': {
    content: 'Este conteúdo não existe.',
    file: 'Este ficheiro não existe.',
    thumbnail: 'Esta miniatura não existe.',
  },
  'request-refusals': {
    'too-often':
      'Foram demasiadas tentativas. Espere {minutes, plural, one {um minuto} other {# minutos}} e tente de novo.',
    'too-often-hours': 'Foram demasiadas tentativas. Espere {hours} horas e tente de novo.',
    'too-often-days': 'Foram demasiadas tentativas. Espere {days} dias e tente de novo.',
    'too-slow': 'O pedido chegou demasiado devagar e nada foi guardado. Envie-o de novo.',
  },
  'form-texts': {
    'too-large': 'Isto é demasiado grande para enviar de uma vez. Envie menos.',
    'too-slow': 'Isto chegou demasiado devagar e nada foi alterado. Envie-o de novo.',
    'not-whole': 'Só chegou uma parte deste formulário e nada foi guardado. Envie-o de novo.',
    'not-complete': 'Este formulário não está completo.',
  },
  documents: {
    pdf: 'Um PDF. Abre em navegadores e em quase todos os telemóveis e computadores.',
    word: 'Um documento do Word. Abre no Word, no Pages e no LibreOffice.',
    excel: 'Uma folha de cálculo do Excel. Abre no Excel, no Numbers e no LibreOffice.',
    powerpoint: 'Uma apresentação do PowerPoint. Abre no PowerPoint, no Keynote e no LibreOffice.',
    'open-text': 'Um texto OpenDocument. Abre no LibreOffice e no Word.',
    'open-table': 'Uma folha de cálculo OpenDocument. Abre no LibreOffice e no Excel.',
    'open-slides': 'Uma apresentação OpenDocument. Abre no LibreOffice e no PowerPoint.',
    pages: 'Um documento do Pages. Abre no Pages em dispositivos Apple, e em iCloud.com num navegador.',
    numbers: 'Uma folha de cálculo do Numbers. Abre no Numbers em dispositivos Apple, e em iCloud.com num navegador.',
    keynote: 'Uma apresentação do Keynote. Abre no Keynote em dispositivos Apple, e em iCloud.com num navegador.',
    'rich-text': 'Um texto formatado. Abre no Word, no Pages e no LibreOffice.',
    table: 'Uma tabela. Abre no Excel, no Numbers e no LibreOffice.',
    book: 'Um livro eletrónico. Abre no Apple Books e noutros leitores de livros eletrónicos.',
    mail: 'Um email guardado. Abre no Outlook e, muitas vezes, noutros programas de email.',
    calendar: 'Uma entrada de calendário. Abre no calendário de um telemóvel ou computador.',
    contact: 'Um cartão de contacto. Abre nos contactos de um telemóvel ou computador.',
    'web-page': 'Uma página web guardada. Abre em qualquer navegador.',
    text: 'Um texto simples. Abre em qualquer telemóvel ou computador.',
    zip: 'Um arquivo ZIP, que contém outros ficheiros. Abre em qualquer computador e na maioria dos telemóveis.',
    archive: 'Um arquivo, que contém outros ficheiros. Abre com o 7-Zip no Windows e o The Unarchiver no Mac.',
    picture: 'Uma imagem. Abre na maioria dos telemóveis e computadores.',
    video: 'Um vídeo. A maioria dos telemóveis e computadores reproduz vídeos. Se o seu não o fizer, o VLC reproduz.',
    recording:
      'Uma gravação. A maioria dos telemóveis e computadores reproduz gravações. Se o seu não o fizer, o VLC reproduz.',
    other: 'Um ficheiro no formato {format}. Precisa de um programa que abra este formato.',
    unnamed: 'Precisa de um programa que abra ficheiros como este.',
  },
};
