const A_THING =
  '{type, select, text {uma carta} image {uma imagem} video {um vídeo} audio {uma gravação} other {um ficheiro}}';
const THE_THING =
  '{type, select, text {a carta} image {a imagem} video {o vídeo} audio {a gravação} other {o ficheiro}}';
const THIS_THING =
  '{type, select, text {esta carta} image {esta imagem} video {este vídeo} audio {esta gravação} other {este ficheiro}}';
const DID = `{type, select, text {escreveu-lhe} image {deixou-lhe uma imagem} video {deixou-lhe um vídeo} audio {deixou-lhe uma gravação} other {deixou-lhe um ficheiro}}`;
const MADE =
  '{type, select, text {escrita} image {adicionada} video {adicionado} audio {adicionada} other {adicionado}}';
const AND_KEPT = '{type, select, text {guardada} image {guardada} video {guardado} audio {guardada} other {guardado}}';
const OPEN_IT =
  '{type, select, text {Abrir a carta} image {Abrir a imagem} video {Abrir o vídeo} audio {Abrir a gravação} other {Abrir o ficheiro}}';
const SENT_FOR = 'O Stillhere envia-lhe isto em nome de {person},';

export const recipients = {
  words: {
    someone: 'Alguém',
    identified: '{name} ({email})',
    unidentified: '{name} (endereço de email não confirmado)',
    quoted: '«{title}»',
    introduces: '{label}:',
    others: '{count} outros',
    counted: {
      text: '{count, plural, one {uma carta} =2 {duas cartas} other {# cartas}}',
      image: '{count, plural, one {uma imagem} =2 {duas imagens} other {# imagens}}',
      video: '{count, plural, one {um vídeo} =2 {dois vídeos} other {# vídeos}}',
      audio: '{count, plural, one {uma gravação} =2 {duas gravações} other {# gravações}}',
      file: '{count, plural, one {um ficheiro} =2 {dois ficheiros} other {# ficheiros}}',
    },
  },
  times: { dateAndClock: '{date} às {clock}', dateAndClockIn: '{date} às {clock} ({place})' },
  invitations: {
    unnamed: 'si',
    until: { date: 'até {date}', endless: 'enquanto o Stillhere existir' },
    delivery: {
      subject: `De {sender}, ${A_THING} para si: {title}`,
      heading: `{sender} ${DID}.`,
      headingNamed: `{recipient}, {sender} ${DID}.`,
      sentFor: `${SENT_FOR} que nos pediu para o enviar agora.`,
      sentForKept: `${SENT_FOR} que nos pediu para o guardar para si até {sent}.`,
      made: `Tem o título {title} e foi ${MADE} a {written}.`,
      label: OPEN_IT,
      opening:
        'A ligação abre uma página em {host}. Não precisa de conta nem de palavra-passe. Pode abri-la {until}, a não ser que {sender} anule o envio.',
      secret: `Qualquer pessoa com esta ligação pode abrir ${THE_THING}.`,
      notForMe: `Não é para si? Escolha «Isto não é para mim» nessa página. Nesse caso, fechamos ${THE_THING} sem abrir e avisamos {sender}.`,
      why: `Escrevemos-lhe porque {sender} nos deu o seu endereço para ${THIS_THING}. Não o usamos para mais nada.`,
      about: 'O Stillhere guarda cartas e ficheiros e envia cada um no dia escolhido.',
      replyToSender: 'Se responder a este email, a sua resposta chega a {sender}, e não ao Stillhere.',
      replyToUs: 'Tem perguntas? Responda a este email. A sua resposta chega ao Stillhere, e não a {sender}.',
    },
    asked:
      'Antes de abrir, a página faz uma pergunta. Só quem conhece {sender} pode responder. Leve o tempo que quiser: pode tentar de novo mais tarde.',
    several: {
      subject: 'De {sender}, para si: {things}',
      heading: '{sender} deixou algo para si.',
      headingNamed: '{recipient}, {sender} deixou algo para si.',
      sentFor: `${SENT_FOR} que nos pediu para o enviar agora.`,
      made: '{sender} deixou para si {things}. O primeiro título é {title}.',
      label: 'Abrir o que foi deixado para si',
      opening:
        'A ligação abre uma página em {host}. Não precisa de conta nem de palavra-passe. Pode abri-la {until}, a não ser que {sender} anule o envio.',
      secret: 'Qualquer pessoa com esta ligação pode abrir tudo.',
      notForMe:
        'Não é para si? Escolha «Isto não é para mim» nessa página. Nesse caso, fechamos tudo sem abrir e avisamos {sender}.',
      why: 'Escrevemos-lhe porque {sender} nos deu o seu endereço para isto. Não o usamos para mais nada.',
    },
    reminder: {
      subject: 'Pediu-nos que lhe lembrássemos: algo de {sender}',
      heading: 'Algo de {sender} continua aqui para si.',
      headingNamed: '{recipient}, algo de {sender} continua aqui para si.',
      asked:
        'O Stillhere escreve-lhe porque escolheu «Agora não» e nos pediu que lhe lembrássemos do que {person} deixou para si.',
      hurry: 'Não há pressa. Pode abrir {until}.',
      label: 'Ir para a página',
      again: 'Ainda não é a altura certa? Escolha de novo «Agora não» nessa página.',
      why: 'Escrevemos-lhe porque nos pediu um lembrete. Fazemo-lo uma só vez.',
    },
    release: {
      subject: 'De {sender}, para si (enviado pelo Stillhere: sem resposta desde {since})',
      heading: '{sender} deixou algo para si.',
      headingNamed: '{recipient}, {sender} deixou algo para si.',
      sentFor: `${SENT_FOR} que queria que o recebesse se as nossas mensagens ficassem sem resposta. A última resposta foi a {since}.`,
      things: '{sender} deixou para si {things}.',
      silent:
        'Perguntámos várias vezes e depois esperámos o tempo que {sender} tinha pedido. Não sabemos porque não houve resposta. Se perdeu {sender}, lamentamos muito.',
      label: 'Abrir o que foi deixado para si',
      opening:
        'A ligação abre uma página em {host}. Não precisa de conta nem de palavra-passe. Não há pressa: pode abri-la {until}.',
      secret: 'Qualquer pessoa com esta ligação pode abrir tudo.',
      isWell:
        'Se sabe que {sender} está bem, peça a {sender} que entre no Stillhere. O que ainda não foi aberto pode ser anulado.',
      notForMe: 'Não é para si? Escolha «Isto não é para mim» nessa página. Tudo é então fechado sem ser aberto.',
      why: 'Escrevemos-lhe porque {sender} indicou o seu nome como contacto de confiança. Não usamos o seu endereço para mais nada.',
      reply: 'Tem perguntas? Responda a este email. A sua resposta chega ao Stillhere, e não a {sender}.',
    },
    whatsapp:
      'Olá. O Stillhere tem algo para {recipient}, deixado connosco por {sender} para entregar agora. O botão abre-o; não precisa de conta. Se não for para si, pode dizê-lo aí. Responda STOP para não receber mais mensagens nossas aqui.\n\nAbrir: {link}',
    sms: 'Olá. O Stillhere tem algo para {recipient}, deixado connosco por {sender} para entregar agora. Para abrir, não precisa de conta:\n{link}\nÉ verdadeiro? Veja {check}. Não é para si? Pode dizê-lo ao abrir. Responda STOP para não receber mais mensagens nossas aqui.',
  },
  'recipient-pages': {
    until: {
      owner: 'até {date}, a não ser que {sender} anule o envio',
      release: 'até {date}',
      'owner-endless': 'enquanto o Stillhere existir, a não ser que {sender} anule o envio',
      'release-endless': 'enquanto o Stillhere existir',
    },
    invitation: {
      title: `{sender} ${DID}`,
      heading: `{sender} ${DID}.`,
      'heading-named': `{recipient}, {sender} ${DID}.`,
      'sent-for': 'Enviado pelo Stillhere em nome de {person}. <check>Como verificar que isto é verdadeiro</check>',
      'sent-same-day': `{title}, ${MADE} a {written}.`,
      'sent-today': `{title}, ${MADE} a {written} e ${AND_KEPT} para si até hoje, {sent}.`,
      'sent-later': `{title}, ${MADE} a {written} e ${AND_KEPT} para si até {sent}.`,
      open: OPEN_IT,
      first: 'Abre nesta página. Não precisa de conta. Pode abrir de novo {until}. Também pode guardar uma cópia.',
      again: 'Já foi aberto antes. Pode abrir de novo {until}. Também pode guardar uma cópia.',
      seen: '{sender} pode ver quando isto for aberto ou guardado pela primeira vez.',
      refuse: 'Isto não é para mim',
    },
    opened: {
      from: 'De {person}',
      'from-to': 'De {person}, para {recipient}',
      made: '{type, select, text {Escrita} image {Adicionada} video {Adicionado} audio {Adicionada} other {Adicionado}} a {written}',
      pages: 'Páginas',
      part: 'Esta página mostra {shown, number} de {count, number} itens.',
      'first-page': 'Primeira página',
      'next-page': 'Página seguinte',
      'save-copy': 'Guardar uma cópia',
      extend: 'Manter esta página aberta até {until}',
      keep: 'Pode abrir esta página {until}. Qualquer pessoa com esta ligação a pode abrir: guarde bem a mensagem. O que descarregar é seu para sempre.',
      'keep-letter':
        'Pode abrir esta página {until}. Qualquer pessoa com esta ligação a pode abrir: guarde bem a mensagem. Também pode imprimir esta página.',
    },
    refuse: {
      title: 'Isto não é para mim',
      heading: 'Não é para si?',
      lead: '{sender} {type, select, text {escreveu {title} a alguém} other {deixou {title} a alguém}} e deu-nos o seu endereço.',
      warning: `Se não é para si, fechamos ${THE_THING} sem abrir. Esta ligação deixa de funcionar e avisamos {sender} de que chegou à pessoa errada. Não é possível voltar atrás.`,
      submit: 'Não é para mim: fechar',
      back: '{type, select, text {Voltar à carta} image {Voltar à imagem} video {Voltar ao vídeo} audio {Voltar à gravação} other {Voltar ao ficheiro}}',
      'release-lead': '{sender} indicou o seu nome como contacto de confiança e deu-nos o seu endereço.',
      'release-warning':
        'Se não é para si, fechamos tudo sem ser aberto e esta ligação deixa de funcionar. Não é possível voltar atrás.',
      'release-back': 'Voltar',
      'several-lead': '{sender} deixou várias coisas a alguém e deu-nos o seu endereço.',
      'several-warning':
        'Se não são para si, fechamos tudo sem abrir. Esta ligação deixa de funcionar e avisamos {sender} de que chegou à pessoa errada. Não é possível voltar atrás.',
    },
    refused: {
      title: 'Agradecemos',
      heading: 'Agradecemos que nos tenha avisado.',
      lead: `Fechámos ${THE_THING} sem abrir e esta ligação já não funciona. Vamos avisar {sender} de que chegou à pessoa errada.`,
      'several-lead':
        'Fechámos tudo sem abrir e esta ligação já não funciona. Vamos avisar {sender} de que chegou à pessoa errada.',
      'release-lead': 'Fechámos tudo sem ser aberto e esta ligação já não funciona.',
      advice: 'Não precisa de fazer mais nada. Pode apagar a mensagem.',
    },
    later: {
      lead: 'Agora não? Podemos lembrar-lhe:',
      noted: 'Vamos lembrar-lhe a {date}. Pode escolher outro dia:',
      choices: { week: 'Daqui a uma semana', month: 'Daqui a um mês', year: 'Daqui a um ano' },
      heading: 'Pode esperar.',
      done: 'Vamos escrever-lhe a {date}, com a mesma ligação.',
      meanwhile: 'Até lá nada acontece. A ligação da sua mensagem continua a funcionar: pode abrir antes, se quiser.',
      back: 'Voltar',
    },
    more: {
      more: 'Ainda há mais de {sender} para chegar.',
      last: 'Isto foi a última coisa de {sender}, tanto quanto sabemos hoje.',
    },
    question: {
      heading: '{sender} tem uma pergunta para si.',
      lead: 'Há aqui algo para si de {person}. A sua resposta mostra que chegou à pessoa certa.',
      submit: 'Responder',
      spelling: 'As maiúsculas, os acentos e a pontuação não contam.',
      wrong: 'Essa não é a resposta que temos. Tente dizê-lo de outra forma.',
      later: 'Tentativas numa hora: {tries}. Tente de novo daqui a uma hora. Nada se perde, e esta página fica aqui.',
      patience:
        'Não há pressa. Tem {tries} tentativas numa hora. Uma hora depois, pode tentar de novo. Pense no que {sender} pode ter querido dizer: um lugar, um nome, algo que só os dois sabem.',
      whom: 'Se não encontrar a resposta, pergunte a alguém próximo de {sender}: família, ou uma amizade antiga. Também pode perguntar a {sender}. Nós não sabemos a resposta e, por isso, não a podemos dizer.',
    },
    several: {
      kept: '{things}, para si, até {sent} ao cuidado do Stillhere.',
      first: 'Abre nesta página. Não precisa de conta. Pode abrir de novo {until}. Pode descarregar tudo.',
    },
    release: {
      title: '{sender} deixou algo para si',
      heading: '{sender} deixou algo para si.',
      'heading-named': '{recipient}, {sender} deixou algo para si.',
      'opened-heading': 'O que {sender} deixou para si',
      'silent-since':
        '{things}. {sender} queria que recebesse isto se as nossas mensagens ficassem sem resposta. A última resposta foi a {since}.',
      'is-back':
        '{things}. {sender} queria que recebesse isto se as nossas mensagens ficassem sem resposta. Depois do envio, alguém respondeu-nos a partir da conta de {sender}.',
      sorry: 'Se perdeu {sender}, lamentamos muito.',
      open: 'Abrir o que foi deixado para si',
      first: 'Abre nesta página. Não precisa de conta. Não há pressa: pode abrir {until}. Pode descarregar tudo.',
      again: 'Já foi aberto antes. Pode abrir de novo {until}. Pode descarregar tudo.',
      'download-all': 'Descarregar tudo num ficheiro ZIP, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Descarregar a imagem} video {Descarregar o vídeo} audio {Descarregar a gravação} other {Descarregar o ficheiro}}',
      copied: 'Esta é uma cópia em tamanho completo, que qualquer dispositivo pode mostrar.',
      'original-damaged':
        'Esta é uma cópia em tamanho completo. O original foi alterado ou danificado no nosso armazenamento. A nossa equipa foi alertada e está a tratar disso.',
      'download-original': 'Descarregar o original ({format})',
      'download-original-unnamed': 'Descarregar o original',
      away: 'De momento não conseguimos aceder {type, select, image {a esta imagem} video {a este vídeo} audio {a esta gravação} other {a este ficheiro}}. Nada se perdeu.',
      'try-again': 'Tentar de novo',
      read: 'Ler num novo separador',
      'if-silent':
        'Se não tocar aqui, descarregue {type, select, video {o vídeo} other {a gravação}} e abra no seu dispositivo.',
      'few-show': 'A maioria dos navegadores não {type, select, image {mostra} other {reproduz}} ficheiros {format}.',
      'few-show-unnamed':
        'A maioria dos navegadores não {type, select, image {mostra} other {reproduz}} ficheiros como este.',
      'small-picture':
        '{type, select, image {Esta é uma versão pequena da imagem.} other {Esta é uma pequena imagem do vídeo.}}',
      'download-and-open':
        'Descarregue {type, select, image {a imagem} video {o vídeo} other {a gravação}} e abra no seu dispositivo.',
      sealed: 'Isto foi selado por quem o enviou: nem o Stillhere o pode abrir.',
      'sealed-ways':
        'As seis palavras abrem-no. Uma das duas folhas impressas também, se quem o enviou as fez: nós juntamos a parte que guardámos. Se não tem nada disto, talvez alguém próximo dessa pessoa tenha: pergunte, por favor.',
      'sealed-next':
        'Pode abri-lo aqui, neste navegador. Ou descarregue-o, extraia-o num computador e abra o ficheiro open.html num navegador: funciona sem internet e sem nós. O que descarregar é seu para sempre: guarde uma cópia num lugar seguro.',
      'open-sealed': 'Abrir aqui',
      'download-parcel': 'Descarregar o item selado ({size})',
    },
    copy: {
      written: 'Com a data de {written}, guardado pelo Stillhere até {sent}',
      letter: 'Carta',
      'archive-name': 'De {sender}',
      'not-in-archive': 'Não está neste arquivo',
      damaged: 'Isto foi alterado ou danificado no nosso armazenamento e, por isso, não está neste arquivo:',
      'damaged-known': 'Já sabemos disto e estamos a tratar do assunto.',
      away: 'De momento não conseguimos aceder ao que lhe foi enviado. Nada se perdeu.',
    },
    'no-such-button': 'Esta página não tem esse botão.',
    trouble: {
      'not-now': 'De momento não conseguimos abrir isto.',
      ours: 'Algo do nosso lado não está a funcionar. O que lhe foi enviado está seguro.',
      'open-again': 'Nada se perdeu. Abra de novo a ligação da mensagem e use os botões dessa página.',
      'reply-and-say':
        'Se carregou no botão de uma mensagem e continua a ver esta página, responda a essa mensagem e diga-nos.',
      gone: 'Isto já não está aqui.',
      'ask-sender': 'Quem o enviou pode enviá-lo de novo. Se conhece essa pessoa, peça-lhe.',
      opened: 'Isto já foi aberto.',
      'open-with-same-link': 'Pode abri-lo de novo com a mesma ligação.',
      'many-links':
        'A sua rede enviou-nos muitas ligações que não são válidas. Abra a sua a partir da mensagem: assim vai funcionar.',
      damaged: 'Não podemos mostrar isto.',
      'tell-sender': 'Se sabe quem o enviou, avise essa pessoa. Talvez o tenha noutro lugar e possa enviá-lo de novo.',
    },
  },
  'link-refusals': {
    expired: 'Esta ligação expirou.',
    'not-valid': 'Esta ligação não é válida. Tente copiar a ligação inteira da mensagem.',
    used: 'Esta ligação já foi usada, ou foi substituída por outra mais recente.',
    'closed-by-recipient': 'Disse-nos que isto não era para si e, por isso, fechámo-lo. Não pode ser aberto aqui.',
    'not-opened-yet': 'Isto ainda não foi aberto.',
    'answer-first': 'Abra de novo a ligação da mensagem e responda primeiro à pergunta dessa página.',
    'ends-before': 'A ligação deixa de funcionar antes disso. Escolha um lembrete mais cedo.',
    'cut-off': 'Esta ligação não é válida. Tente copiar a ligação inteira da mensagem.',
    'taken-back-by-sender': 'Foi apagado e já não o temos.',
    replaced: 'Esta ligação foi anulada, ou foi substituída por uma mensagem mais recente.',
    'kept-until': 'Podia abrir isto até {date}. Essa data já passou.',
    'sender-is-back':
      'Entretanto, alguém respondeu-nos a partir da conta de {sender}. Por isso, o que não tinha sido aberto foi anulado, e não precisa de fazer nada.',
    'opened-already': 'Isto já foi aberto e, por isso, não pode ser fechado sem ser aberto.',
  },
};
