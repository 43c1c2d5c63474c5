const DAYS = '{days, plural, one {# dia} other {# dias}}';
const FROM =
  '{by, select, link {a partir do email de {owner}} account {a partir da conta de {owner}} other {em nome de {owner}}}';
const WHY =
  'Escrevemos-lhe porque {owner} nos deu o seu endereço como contacto de confiança. Não o usamos para mais nada.';
const REPLY = 'Tem perguntas? Responda a este email. A sua resposta chega ao Stillhere, e não a {owner}.';
const TRAVEL =
  'Isto não quer dizer que tenha acontecido alguma coisa. As pessoas viajam, adoecem ou perdem o telemóvel. Se puder, telefone a {owner} ou faça uma visita.';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Um teste de {owner}: este email chega até si?',
      heading: 'Isto é apenas um teste.',
      headingNamed: '{contact}, isto é apenas um teste.',
      who: '{person} indicou o seu nome como contacto de confiança no Stillhere e enviou este teste para ver se os nossos emails lhe chegam.',
      done: 'Este email chegou até si. Não precisa de fazer nada.',
      nothing: 'Não quer dizer que tenha acontecido alguma coisa a {owner}.',
      later:
        'O Stillhere guarda cartas e ficheiros para as pessoas. Se um dia {owner} deixar de nos responder, escrevemos-lhe deste endereço e dizemos-lhe o que se segue.',
      label: 'Ver o que é o Stillhere',
      why: 'Escrevemos-lhe porque {owner} deu o seu endereço ao Stillhere e escolheu enviar-lhe um teste.',
      reply: 'Responda a este email para falar com {owner} em {email}.',
    },
  },
  'contact-mails': {
    label: 'Ver as novidades',
    days: {
      caption: 'Eis o que se segue. Nada acontece antes destas datas. Fuso horário: {place}.',
      sent: 'Se {owner} deixou algo para si, enviamos-lho, a não ser que antes recebamos uma resposta de {owner}.',
    },
    silent: {
      subject: 'Não temos notícias de {owner} desde {date}',
      heading: 'Não temos notícias de {owner}.',
      headingNamed: '{contact}, não temos notícias de {owner}.',
      askedUs: `{person} pediu ao Stillhere que lhe escrevesse se os nossos emails ficassem sem resposta e passassem ${DAYS}. A última resposta foi a {date}.`,
      late: 'Este email chega-lhe tarde. A {when} já enviámos, noutro email, o que {owner} tinha deixado para os contactos de confiança.',
      pleaseReach: TRAVEL,
      lateReach:
        'Não sabemos porque não houve resposta. Se perdeu {owner}, lamentamos muito. Se ainda consegue falar com {owner}, telefone ou faça uma visita.',
      stops:
        'Para nos dizer que está tudo bem, {owner} pode entrar no Stillhere ou carregar no botão dos nossos emails.',
      page: 'A ligação abre uma página que está sempre atualizada. Não precisa de conta nem de palavra-passe.',
      news: 'Se tivermos notícias de {owner}, escrevemos-lhe.',
      now: 'Escrevemos-lhe a si. Nada foi enviado.',
      why: 'Escrevemos-lhe porque {owner} indicou o seu nome como contacto de confiança: alguém com quem falar quando não temos resposta. Não usamos o seu endereço para mais nada.',
      about:
        'O Stillhere guarda cartas e ficheiros. De vez em quando, pergunta às pessoas que o usam se ainda estão aí.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {As nossas mensagens sobre {owner} foram desligadas} other {Tivemos uma resposta ${FROM}}}`,
      heading: `{by, select, off {Alguém desligou as nossas mensagens sobre {owner}.} other {Tivemos uma resposta ${FROM}.}}`,
      headingNamed: `{contact}, {by, select, off {alguém desligou as nossas mensagens sobre {owner}.} other {tivemos uma resposta ${FROM}.}}`,
      happened:
        '{by, select, link {Alguém carregou em «I’m Still Here» (ainda estou aqui) num email do Stillhere para {person}.} account {Alguém usou a conta Stillhere de {person}.} off {Alguém desligou-as na conta Stillhere de {person}.} other {Alguém carregou em «I’m Still Here» (ainda estou aqui) num dos nossos emails para {person}, ou usou a conta Stillhere.}}',
      earlier: '{happened} Antes, tínhamos-lhe escrito a dizer que não tínhamos notícias de {owner}.',
      notSeen: 'Não podemos ver quem foi. Se tem alguma preocupação, telefone a {owner} ou faça uma visita.',
      nothingToDo:
        'Não precisa de fazer nada por nós. Por agora, não lhe enviamos mais nada. Se lhe enviámos algo que ainda não abriu, voltou a ficar fechado.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: 'O que {owner} deixou foi enviado',
      heading: 'O que {owner} deixou foi enviado.',
      headingNamed: '{contact}, o que {owner} deixou foi enviado.',
      happened:
        '{person} pediu ao Stillhere que lhe dissesse se isto acontecesse. Não tivemos resposta de {owner}. Por isso, a {when}, começámos a enviar o que {owner} tinha deixado às pessoas a quem se destina.',
      nothing:
        '{owner} indicou o seu nome como testemunha: alguém que deve saber que isto aconteceu, e quando. Nada foi deixado para si, e não precisa de fazer nada.',
      sorry:
        'Não sabemos porque não houve resposta. Se perdeu {owner}, lamentamos muito. Se ainda consegue falar com {owner}, telefone ou faça uma visita.',
      why: 'Escrevemos-lhe porque {owner} indicou o seu nome como contacto de confiança e testemunha. Não usamos o seu endereço para mais nada.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'Não conseguimos entregar a outra pessoa algo de {owner}',
      heading: 'Não conseguimos entregar a outra pessoa algo de {owner}.',
      headingNamed: '{contact}, não conseguimos entregar a outra pessoa algo de {owner}.',
      what: '{person} tinha pedido ao Stillhere que o entregasse, mas não chegou. O que recebeu não é afetado.',
      whyYou:
        'Não podemos perguntar a {owner}: os nossos emails ficaram sem resposta. Por isso lhe dizemos isto a si, como contacto de confiança. Não podemos dizer o que é, nem para quem era.',
      kept: 'Nada se perdeu. Continuamos a guardá-lo e não vamos tentar de novo por nossa iniciativa.',
      pleaseReach:
        'Se consegue falar com {owner}, faça-o, por favor. {owner} pode entrar no Stillhere, ver o que aconteceu e tentar de novo.',
      settling: 'Se perdeu {owner}, lamentamos muito. Se está a tratar dos assuntos de {owner}, responda a este email.',
      note: 'Só lhe escrevemos uma vez sobre isto.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: 'Não temos notícias de {owner}.',
      lead: '{person} pediu ao Stillhere que lhe escrevesse se os nossos emails ficassem sem resposta. Número de dias que escolheu: {days}.',
      last: 'A última resposta foi a {seen}. Escrevemos-lhe a {written}.',
      advice: TRAVEL,
      stops:
        'Para nos dizer que está tudo bem, {owner} pode entrar no Stillhere ou carregar no botão dos nossos emails. Nesse caso escrevemos-lhe, e esta página também o dirá.',
      'nothing-sent': 'Nada foi enviado.',
      others: '{owner} também indicou {names}, e quer que saibam uns dos outros.',
      'not-running': 'Nada foi enviado. Neste momento, não está previsto enviar-lhe nada.',
      removed: 'Já não é um dos contactos de confiança de {owner} e, por isso, nada lhe será enviado.',
    },
    released: {
      'sent-heading': 'O que {owner} deixou foi enviado.',
      'nothing-heading': 'Continuamos sem notícias de {owner}.',
      lead: 'Não tivemos resposta de {person} e, por isso, fizemos o que {owner} nos tinha pedido.',
      'lead-on': 'Não tivemos resposta de {person}. Por isso, a {when}, fizemos o que {owner} nos tinha pedido.',
      sorry: 'Se perdeu {owner}, lamentamos muito.',
      sent: 'Procure na sua caixa de correio {email}, e também na pasta de spam, um email do Stillhere com o nome de {owner}. Abre tudo o que foi deixado para si.',
      pending: 'Um email do Stillhere com o nome de {owner} está a caminho de {email}.',
      comes: 'Algo foi deixado para si. Vamos enviá-lo para {email} a {date}.',
      failed:
        'Não conseguimos entregar o nosso email em {email}, ou ele foi anulado. Responda à mensagem de onde veio até aqui.',
      undeliverable: 'Não conseguimos entregar o nosso email em {email}.',
      'open-lead': 'Não precisa desse email: também pode abrir tudo aqui.',
      open: 'Ver o que foi deixado para si',
      none: 'Nada foi deixado para si, e não precisa de fazer nada.',
      undelivered:
        'Não conseguimos entregar algo que {owner} tinha deixado para outra pessoa. Continuamos a guardá-lo. Se consegue falar com {owner}, faça-o, por favor: {owner} pode entrar e tentar de novo.',
    },
    ended: { when: 'Foi a {when}.' },
    deleted: {
      heading: 'Esta conta foi apagada.',
      lead: 'A pessoa que indicou o seu nome já não tem conta no Stillhere.',
      advice: 'Nada lhe será enviado, e não precisa de fazer nada.',
    },
  },
  'emergency-link-trouble': {
    missing: 'Carregue de novo no botão da mensagem. Se a conta foi apagada, as ligações dela já não funcionam.',
    ours: 'A sua ligação continua válida. Tente de novo dentro de alguns minutos. Enquanto não nos conseguem contactar, não enviamos nada aos contactos de confiança.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'Sobre o nosso email anterior: a conta no Stillhere foi apagada',
      preview: 'Não lhe enviamos mais nada sobre este assunto.',
      heading: 'A conta de que lhe falámos foi apagada.',
      paragraphs: [
        'Há algum tempo, o Stillhere escreveu-lhe porque não tínhamos resposta de uma pessoa que deu o seu nome como contacto de confiança. A conta dessa pessoa foi agora apagada. Quem a apagou tinha iniciado sessão nela.',
        'Já não temos o nome dessa pessoa. Está no nosso email anterior. Se tem alguma preocupação, telefone-lhe ou faça uma visita.',
        'Não lhe enviamos mais nada, e não precisa de fazer nada por nós.',
      ],
      label: 'Ir para o Stillhere',
      notes: ['Se antes lhe enviámos outra coisa, a ligação já não funciona.'],
      why: [
        'Escrevemos-lhe porque alguém deu o seu nome ao Stillhere como contacto de confiança. Este é o nosso último email.',
        'Tem perguntas? Responda a este email.',
      ],
    },
  },
  'contact-card': {
    heading: 'Se acontecer alguma coisa a {owner}',
    lead: '{contact}, {owner} ({email}) guarda cartas e ficheiros no Stillhere e deu o seu nome como pessoa a avisar.',
    notified:
      'Se {owner} não responder durante {days, plural, one {# dia} other {# dias}}, escrevemos-lhe um email para {address}. Antes disso, não precisa de fazer nada.',
    reach:
      'Nessa altura, se puder, telefone a {owner} ou faça uma visita. Basta {owner} dar um sinal de vida para tudo parar.',
    later: {
      recipient:
        'Se continuar a não haver resposta durante {safety, plural, one {mais # dia} other {mais # dias}} ou mais, escrevemos-lhe de novo, se {owner} tiver deixado alguma coisa para si.',
      witness:
        'Se continuar a não haver resposta durante {safety, plural, one {mais # dia} other {mais # dias}} ou mais, escrevemos-lhe de novo para dizer que isso aconteceu.',
    },
    link: 'Cada email tem uma ligação. Não precisa de conta nem de palavra-passe, e não custa nada.',
    sender: 'Os nossos emails vêm de {sender}. Procure também na pasta de spam.',
    genuine: 'Como verificar se um email é verdadeiro: {page}',
    never: 'Nunca pedimos dinheiro nem palavras-passe.',
  },
};
