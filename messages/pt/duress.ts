export const duress = {
  'duress-mails': {
    subject: 'Sobre {owner}: leia isto a sós, por favor',
    alone:
      '{person} escolheu o seu nome no Stillhere para este email. É só para si: continue a ler quando mais ninguém puder ver o seu ecrã.',
    began: {
      heading: '{owner} pode estar em perigo.',
      headingNamed: '{contact}, {owner} pode estar em perigo.',
      who: '{owner} tem uma segunda palavra-passe para confirmar que está bem, para um momento de coação. Foi usada a {when}. Quem estava a ver viu apenas uma confirmação normal.',
      quiet: 'Não telefone nem escreva a {owner} sobre este email. Outra pessoa pode estar a ouvir ou a ler.',
      help: 'Se acha que {owner} está em perigo, ligue para a polícia ou para o número de emergência e diga o que sabe. Se não, encontre uma forma de estar a sós com {owner}, por um motivo do dia a dia.',
      held: 'Até {until}, o Stillhere não envia nada do que {owner} deixou, nem a si nem a mais ninguém. {owner} pode terminar isto mais cedo, com outra palavra-passe.',
      others:
        'Outros emails nossos podem dizer que {owner} respondeu. São enviados como sempre e não querem dizer que {owner} está em segurança.',
      note: '{owner} não vê nada deste email. Se outras pessoas leem o seu email, apague-o.',
    },
    ended: {
      heading: 'O Stillhere já não retém o que {owner} deixou.',
      headingNamed: '{contact}, o Stillhere já não retém o que {owner} deixou.',
      what: 'A {began} foi usada a segunda palavra-passe de {owner}, que é para um momento de coação.',
      how: '{by, select, owner {A {when}, alguém terminou isto com a verdadeira palavra-passe de {owner}.} other {Isto terminou a {when}, depois dos dias que {owner} tinha escolhido.}}',
      next: 'O que já devia ter sido enviado é enviado agora; o resto, nas datas previstas. Não precisa de fazer nada por nós.',
      unsure:
        'Não podemos ver quem foi, nem se {owner} está em segurança. Se tem dúvidas, não escreva sobre isso: encontre uma forma de estar a sós com {owner}.',
    },
    label: 'Ver o que é o Stillhere',
    why: 'Escrevemos-lhe porque {owner} deu o seu endereço ao Stillhere e escolheu o seu nome, e mais nenhum, para este email.',
    reply: 'Uma resposta a este email chega ao Stillhere, e não a {owner}.',
  },
};
