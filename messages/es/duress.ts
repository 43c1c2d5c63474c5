export const duress = {
  'duress-mails': {
    subject: 'Sobre {owner}: lea esto a solas, por favor',
    alone:
      '{person} le eligió a usted en Stillhere para este correo. Es solo para usted: siga leyendo cuando nadie más pueda ver su pantalla.',
    began: {
      heading: 'Puede que {owner} corra peligro.',
      headingNamed: '{contact}, puede que {owner} corra peligro.',
      who: '{owner} tiene una segunda contraseña para confirmar que sigue ahí, para un momento en que alguien le obligue. Se usó el {when}. Quien estaba mirando solo vio una confirmación normal.',
      quiet: 'No llame ni escriba a {owner} sobre este correo. Otra persona puede estar escuchando o leyendo.',
      help: 'Si cree que {owner} corre peligro, llame a la policía o al número de emergencias y diga lo que sabe. Si no, busque una forma de ver a {owner} a solas, por un motivo cotidiano.',
      held: 'Hasta el {until}, Stillhere no envía nada de lo que {owner} dejó, ni a usted ni a nadie. {owner} puede terminar esto antes, con otra contraseña.',
      others:
        'Otros correos nuestros pueden decir que {owner} ha respondido. Se envían como siempre y no significan que {owner} esté a salvo.',
      note: '{owner} no ve nada de este correo. Si otras personas leen su correo, bórrelo.',
    },
    ended: {
      heading: 'Stillhere ya no retiene lo que {owner} dejó.',
      headingNamed: '{contact}, Stillhere ya no retiene lo que {owner} dejó.',
      what: 'El {began} se usó la segunda contraseña de {owner}, que es para un momento en que alguien le obligue.',
      how: '{by, select, owner {El {when}, alguien terminó esto con la verdadera contraseña de {owner}.} other {Esto terminó el {when}, después de los días que {owner} había elegido.}}',
      next: 'Lo que ya tenía que haberse enviado se envía ahora; lo demás, en sus fechas. No tiene que hacer nada por nosotros.',
      unsure:
        'No podemos ver quién fue, ni si {owner} está a salvo. Si tiene dudas, no escriba sobre ello: busque una forma de ver a {owner} a solas.',
    },
    label: 'Ver qué es Stillhere',
    why: 'Le escribimos porque {owner} dio su dirección a Stillhere y le eligió a usted, y a nadie más, para este correo.',
    reply: 'Una respuesta a este correo llega a Stillhere, no a {owner}.',
  },
};
