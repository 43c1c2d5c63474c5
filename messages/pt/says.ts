const WHY =
  'Escrevemos-lhe porque {owner} nos deu o seu endereço como contacto de confiança. Não o usamos para mais nada.';
const REPLY = 'Tem perguntas? Responda a este email. A sua resposta chega ao Stillhere, e não a {owner}.';

export const says = {
  'contact-say': {
    heading: 'O que pode fazer',
    nothing: {
      heading: 'Não fazer nada',
      text: 'Não há problema. As datas acima ficam como estão. Pode voltar a esta página quando quiser.',
    },
    worried: {
      heading: 'Se tem alguma preocupação',
      danger: 'Se pensa que {owner} está em perigo agora, ligue para o número de emergência de lá.',
      support: 'Escreva-nos para <mail>{address}</mail>. Não podemos ver o que foi deixado.',
    },
    foot: 'Não tem conta connosco, nem precisa de uma. Nunca lhe pedimos dinheiro nem uma palavra-passe. Não passe esta página a outras pessoas: quem tiver a ligação pode responder em seu nome.',
    held: {
      own: 'Disse-nos a {when} que teve notícias de {owner}. Por isso, nada é enviado antes de {until}.',
      other: 'Alguém nos disse que teve notícias de {owner}. Por isso, nada é enviado antes de {until}.',
    },
    confirmed: {
      own: 'Disse-nos a {when} que {owner} morreu, ou não pode responder.',
      count:
        'O silêncio sozinho não decide: primeiro, {needed, plural, one {um contacto de confiança tem} other {# contactos de confiança têm}} de nos dizer. {given, plural, =0 {Ainda ninguém o fez.} one {Uma pessoa já o fez.} other {# pessoas já o fizeram.}}',
    },
    raised: {
      own: 'Disse-nos a {when} que aconteceu alguma coisa. Perguntámos a {owner}. Se não houver resposta, escrevemos-lhe a si e aos outros contactos de confiança de {owner}.',
      ownUntil:
        'Disse-nos a {when} que aconteceu alguma coisa. Perguntámos a {owner}. Se não houver resposta até {until}, escrevemos-lhe a si e aos outros contactos de confiança de {owner}.',
      other:
        'Alguém nos disse que aconteceu alguma coisa. Estamos a perguntar a {owner}, e escrevemos-lhe se não houver resposta.',
    },
    heardStep: {
      heading: 'Teve notícias de {owner}',
      offer:
        'Uma chamada, uma mensagem ou uma visita. Tudo espera então mais 14 dias, e perguntamos de novo a {owner}. Pode fazê-lo uma vez.',
      open: 'Tive notícias desta pessoa',
      lead: 'É uma boa notícia. Eis o que acontece quando o diz.',
      follows: {
        waits: 'Tudo espera pelo menos até {until}.',
        asks: 'Perguntamos de novo a {owner}. Uma resposta termina tudo.',
        others: 'Dizemos aos outros contactos de confiança que alguém teve notícias de {owner}. Não dizemos quais.',
        after: 'Se até lá {owner} não responder, o que foi deixado pode ser enviado a partir desse dia.',
      },
      submit: 'Sim, tive notícias desta pessoa',
      note: 'Pode fazê-lo uma vez. Guardamos o seu nome e a hora, e {owner} pode vê-los.',
    },
    confirmedStep: {
      heading: 'Sabe que {owner} morreu, ou não pode responder',
      offer:
        'Por exemplo, {owner} está no hospital e não pode falar, ou morreu. Mesmo assim, nada é enviado antes das datas acima.',
      open: 'Sei que morreu, ou não pode responder',
      lead: 'Lamentamos que tenha de estar nesta página. Demore o tempo que precisar. Também pode voltar amanhã.',
      follows: {
        sends:
          'Quando {needed, plural, one {o tiver dito} other {# contactos de confiança o tiverem dito}}, enviamos o que {owner} deixou às pessoas que {owner} escolheu. Não antes de {first}.',
        asks: 'Até lá continuamos a perguntar a {owner}. Se houver resposta, nada é enviado.',
        heard: 'Se alguém teve notícias de {owner}, isso conta mais: tudo espera 14 dias.',
        others: 'Dizemos aos outros contactos de confiança que uma pessoa disse isto. Não dizemos quem.',
      },
      name: 'O seu nome completo',
      nameHint: 'Escreva-o como {owner} o escreveu: {name}',
      nameMissing: 'Escreva o seu nome: {name}',
      submit: 'Sei que morreu, ou não pode responder',
      note: 'Se descobrir que se enganou, volte e carregue em «Tive notícias desta pessoa». Isso conta mais. Guardamos o seu nome e a hora, e {owner} pode vê-los.',
    },
    raisedStep: {
      heading: 'Aconteceu alguma coisa a {owner}',
      offer: 'Uma morte, um acidente, uma doença: pode dizer-nos, e nós perguntamos então a {owner}.',
      open: 'Aconteceu alguma coisa',
      lead: 'Lamentamos. Eis o que acontece quando nos diz.',
      follows: {
        asks: 'Perguntamos logo a {owner}. Se houver resposta, não acontece mais nada.',
        tells:
          'Se não houver resposta em {days, plural, one {# dia} other {# dias}} depois de a nossa mensagem chegar, escrevemos-lhe a si e aos outros contactos de confiança de {owner}.',
        sends:
          'Depois disso, esperamos mais {safety, plural, one {# dia} other {# dias}}. Só então enviamos o que {owner} deixou.',
      },
      submit: 'Aconteceu alguma coisa',
      note: 'Pode fazê-lo duas vezes por ano. Guardamos o seu nome e a hora, e {owner} pode vê-los.',
    },
    back: 'Voltar',
    done: 'Agradecemos. Tomámos nota.',
    gone: 'Isto mudou entretanto e, por isso, não fizemos nada. É assim que as coisas estão agora.',
    'name-differs': 'Escreva o seu nome como {owner} o escreveu: {name}',
    quiet: {
      heading: '{owner} escolheu o seu nome como contacto de confiança.',
      lead: '{person} pediu ao Stillhere que lhe escrevesse se os nossos emails para {owner} ficarem sem resposta.',
      nothing: 'Tanto quanto sabemos, não aconteceu nada. Não precisa de fazer nada.',
      removed: 'Já não é um dos contactos de confiança de {owner}, e não precisa de fazer nada.',
    },
    lead: {
      raised:
        '{person} pediu ao Stillhere que lhe escrevesse se um contacto de confiança nos dissesse que aconteceu alguma coisa e os nossos emails ficassem depois sem resposta.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} pediu ao Stillhere que lhe escrevesse se um contacto de confiança nos dissesse que aconteceu alguma coisa e os nossos emails ficassem depois sem resposta. A última resposta foi a {date}.',
    },
    days: {
      ifConfirmed:
        'O primeiro dia em que pode ser enviado. Nesse dia só o enviamos se {needed, plural, one {um contacto de confiança nos tiver dito} other {# contactos de confiança nos tiverem dito}} que {owner} morreu, ou não pode responder.',
    },
    held: {
      subject: 'Alguém teve notícias de {owner}',
      heading: 'Alguém teve notícias de {owner}.',
      headingNamed: '{contact}, alguém teve notícias de {owner}.',
      what: 'Outro contacto de confiança de {person} disse-o ao Stillhere. Não sabemos mais do que isso.',
      waits: 'Por isso esperamos: nada é enviado antes de {until}. Perguntámos de novo a {owner}.',
      waitsNot: 'Perguntámos de novo a {owner}.',
      nothingToDo: 'Não precisa de fazer nada.',
      now: 'Escrevemos-lhe a si. Nada foi enviado.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Alguém nos disse que {owner} não pode responder',
      heading: 'Alguém nos disse que {owner} não pode responder.',
      headingNamed: '{contact}, alguém nos disse que {owner} não pode responder.',
      what: 'Outro contacto de confiança de {person} disse ao Stillhere que {owner} morreu, ou não pode responder. Se assim for, lamentamos muito.',
      more: '{owner} pediu-nos que esperássemos até que {needed, plural, one {um contacto de confiança o diga} other {# contactos de confiança o digam}}. {given, plural, one {Uma pessoa já o disse} other {# pessoas já o disseram}}.',
      heard:
        'Se entretanto teve notícias de {owner}, diga-o na página da ligação. Isso conta mais: tudo espera então 14 dias.',
      now: 'Escrevemos-lhe a si. Nada foi enviado.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} pergunta se aceita ser contacto de confiança',
      heading: '{owner} pergunta se aceita ser contacto de confiança.',
      headingNamed: '{contact}, {owner} pergunta se aceita ser contacto de confiança.',
      who: '{person} usa o Stillhere, que guarda cartas e ficheiros para as pessoas, e indicou o seu nome como contacto de confiança.',
      nothing: 'Não aconteceu nada a {owner}. Isto é apenas uma pergunta.',
      means: {
        recipient:
          'Se um dia {owner} deixar de nos responder, escrevemos-lhe e dizemos-lhe o que se segue. Também poderá receber algo que {owner} deixou para si.',
        witness:
          'Se um dia {owner} deixar de nos responder, escrevemos-lhe e dizemos-lhe o que se segue. Não receberia mais nada.',
      },
      label: 'Ler e responder',
      note: 'Pode dizer que sim ou que não, ou dizer-nos que o seu endereço é outro. Não precisa de conta nem de palavra-passe.',
      why: 'Escrevemos-lhe porque {owner} deu o seu endereço ao Stillhere e escolheu perguntar-lhe.',
      reply: 'Responda a este email para falar com {owner} em {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} pergunta se aceita ser contacto de confiança.',
    lead: '{person} indicou o seu nome como alguém a avisar se um dia {owner} deixar de nos responder.',
    nothing: 'Não aconteceu nada a {owner}.',
    means: {
      recipient:
        'Se esse dia chegar, escrevemos-lhe primeiro. Mais tarde poderá receber algo que {owner} deixou para si.',
      witness: 'Se esse dia chegar, escrevemos-lhe. {owner} escolheu que não receba mais nada.',
    },
    free: 'Não custa nada, e não precisa de conta.',
    accept: 'Sim, aceito',
    decline: 'Não, prefiro não aceitar',
    other: 'O meu endereço é outro',
    email: 'O seu endereço de email',
    send: 'Enviar este endereço',
    wrong: 'Escreva um endereço de email válido',
    answers: {
      none: 'Ainda não respondeu.',
      accepted: 'Disse que sim. Agradecemos. Avisámos {owner}.',
      declined: 'Disse que não. Avisámos {owner}, que decide o que acontece agora.',
    },
    proposed: 'Deu o endereço {email}. {owner} decide se o usamos.',
    mind: 'Pode mudar a sua resposta aqui quando quiser. Guarde o email, para voltar a encontrar esta página.',
    missing: 'Esta pessoa pode ter mudado os seus contactos de confiança. Não precisa de fazer nada.',
  },
};
