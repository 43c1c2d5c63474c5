/** What someone has for the reader. */
const A_THING = '{type, select, text {رسالة} image {صورة} video {مقطع فيديو} audio {تسجيل صوتي} other {ملف}}';
const THE_THING =
  '{type, select, text {الرسالة} image {الصورة} video {مقطع الفيديو} audio {التسجيل الصوتي} other {الملف}}';
const THIS_THING =
  '{type, select, text {هذه الرسالة} image {هذه الصورة} video {مقطع الفيديو هذا} audio {هذا التسجيل الصوتي} other {هذا الملف}}';
const OPEN_IT =
  '{type, select, text {فتح الرسالة} image {فتح الصورة} video {فتح مقطع الفيديو} audio {فتح التسجيل الصوتي} other {فتح الملف}}';
const MADE = '{type, select, text {تاريخ الكتابة} other {تاريخ الإضافة}}';
const SENT_FOR = 'يرسل إليك Stillhere هذا نيابةً عن {person}،';

export const recipients = {
  words: {
    someone: 'شخص ما',
    identified: '{name} ({email})',
    unidentified: '{name} (عنوان البريد الإلكتروني غير مؤكد)',
    quoted: '«{title}»',
    introduces: '{label}:',
    others: '{count} آخرون',
    counted: {
      text: '{count, plural, zero {لا رسائل} one {رسالة} two {رسالتان} few {# رسائل} many {# رسالة} other {# رسالة}}',
      image: '{count, plural, zero {لا صور} one {صورة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}',
      video:
        '{count, plural, zero {لا مقاطع فيديو} one {مقطع فيديو} two {مقطعا فيديو} few {# مقاطع فيديو} many {# مقطع فيديو} other {# مقطع فيديو}}',
      audio:
        '{count, plural, zero {لا تسجيلات صوتية} one {تسجيل صوتي} two {تسجيلان صوتيان} few {# تسجيلات صوتية} many {# تسجيلًا صوتيًا} other {# تسجيل صوتي}}',
      file: '{count, plural, zero {لا ملفات} one {ملف} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}',
    },
  },
  times: { dateAndClock: '{date} الساعة {clock}', dateAndClockIn: '{date} الساعة {clock} ({place})' },
  invitations: {
    unnamed: 'صاحب هذا الرقم',
    until: { date: 'حتى {date}', endless: 'ما دام Stillhere موجودًا' },
    delivery: {
      subject: `من {sender}، ${A_THING} لك: {title}`,
      heading: `لك ${A_THING} من {sender}.`,
      headingNamed: `{recipient}، لك ${A_THING} من {sender}.`,
      sentFor: `${SENT_FOR} وقد طُلب منا إرساله الآن.`,
      sentForKept: `${SENT_FOR} وقد طُلب منا حفظه لك حتى {sent}.`,
      made: `العنوان: {title}. ${MADE}: {written}.`,
      label: OPEN_IT,
      opening:
        'يفتح الرابط صفحة على \u2066{host}\u2069. لا تحتاج إلى حساب ولا إلى كلمة مرور. يمكنك فتحها {until}، ما لم يُسحب الإرسال من جانب {sender}.',
      secret: `يستطيع كل من لديه هذا الرابط فتح ${THE_THING}.`,
      notForMe: `ليس لك؟ اختر «هذا ليس لي» في تلك الصفحة. عندئذ نغلق ${THE_THING} من دون فتح، ونُعلم {sender} بذلك.`,
      why: `نكتب إليك لأن عنوانك وصلنا من {sender} من أجل ${THIS_THING}. ولا نستخدمه لأي شيء آخر.`,
      about: 'يحفظ Stillhere الرسائل والملفات، ويرسل كلًا منها في يوم مختار.',
      replyToSender: 'إذا رددت على هذا البريد، يصل ردك إلى {sender} وليس إلى Stillhere.',
      replyToUs: 'هل لديك أسئلة؟ رُدّ على هذا البريد. يصل ردك إلى Stillhere وليس إلى {sender}.',
    },
    release: {
      subject: 'من {sender}، لك (أرسله Stillhere: لا رد منذ {since})',
      heading: 'لك شيء من {sender}.',
      headingNamed: '{recipient}، لك شيء من {sender}.',
      sentFor: `${SENT_FOR} وكان المطلوب أن يصلك إذا بقيت رسائلنا بلا رد. كان آخر رد في {since}.`,
      things: 'ما تُرك لك من {sender}: {things}.',
      silent:
        'سألنا مرات عدة، ثم انتظرنا المدة المحددة من جانب {sender}. لا نعرف لماذا لم يصل رد. إذا كنت قد فقدت {sender}، فلك خالص تعازينا.',
      label: 'فتح ما تُرك لك',
      opening:
        'يفتح الرابط صفحة على \u2066{host}\u2069. لا تحتاج إلى حساب ولا إلى كلمة مرور. لا داعي للعجلة: يمكنك فتحها {until}.',
      secret: 'يستطيع كل من لديه هذا الرابط فتح كل شيء.',
      isWell: 'إذا كنت تعلم أن {sender} بخير، فاطلب من {sender} تسجيل الدخول إلى Stillhere. ما لم يُفتح بعد يمكن سحبه.',
      notForMe: 'ليس لك؟ اختر «هذا ليس لي» في تلك الصفحة. عندئذ يُغلق كل شيء من دون فتح.',
      why: 'نكتب إليك لأن اسمك مسجّل لدى {sender} كجهة اتصال موثوقة. ولا نستخدم عنوانك لأي شيء آخر.',
      reply: 'هل لديك أسئلة؟ رُدّ على هذا البريد. يصل ردك إلى Stillhere وليس إلى {sender}.',
    },
    whatsapp:
      'مرحبًا. لدى Stillhere شيء موجّه إلى {recipient}، تُرك لدينا من {sender} لتسليمه الآن. الزر يفتحه، ولا تحتاج إلى حساب. إذا لم يكن لك، يمكنك قول ذلك هناك. أرسل STOP كي لا تصلك رسائل أخرى منا هنا.\n\nفتح: {link}',
    sms: 'مرحبًا. لدى Stillhere شيء موجّه إلى {recipient}، تُرك لدينا من {sender} لتسليمه الآن. لا تحتاج إلى حساب لفتحه:\n{link}\nهل هذا حقيقي؟ انظر \u2066{check}\u2069. ليس لك؟ يمكنك قول ذلك عند الفتح. أرسل STOP كي لا تصلك رسائل أخرى منا هنا.',
  },
  'recipient-pages': {
    until: {
      owner: 'حتى {date}، ما لم يُسحب الإرسال من جانب {sender}',
      release: 'حتى {date}',
      'owner-endless': 'ما دام Stillhere موجودًا، ما لم يُسحب الإرسال من جانب {sender}',
      'release-endless': 'ما دام Stillhere موجودًا',
    },
    invitation: {
      title: `لك ${A_THING} من {sender}`,
      heading: `لك ${A_THING} من {sender}.`,
      'heading-named': `{recipient}، لك ${A_THING} من {sender}.`,
      'sent-for': 'أرسله Stillhere نيابةً عن {person}. <check>كيف تتأكد من أن هذا حقيقي</check>',
      'sent-same-day': `{title}. ${MADE}: {written}.`,
      'sent-today': `{title}. ${MADE}: {written}. حفظناه لك حتى اليوم، {sent}.`,
      'sent-later': `{title}. ${MADE}: {written}. حفظناه لك حتى {sent}.`,
      open: OPEN_IT,
      first: 'يُفتح في هذه الصفحة. لا تحتاج إلى حساب. يمكنك فتحه مرة أخرى {until}. ويمكنك أيضًا حفظ نسخة.',
      again: 'سبق أن فُتح هذا. يمكنك فتحه مرة أخرى {until}. ويمكنك أيضًا حفظ نسخة.',
      seen: 'يظهر لـ {sender} متى يُفتح هذا أو يُحفظ لأول مرة.',
      refuse: 'هذا ليس لي',
    },
    opened: {
      from: 'من {person}',
      'from-to': 'من {person} إلى {recipient}',
      made: `${MADE}: {written}`,
      pages: 'الصفحات',
      part: 'تعرض هذه الصفحة {shown, number} من أصل {count, number}.',
      'first-page': 'الصفحة الأولى',
      'next-page': 'الصفحة التالية',
      'save-copy': 'حفظ نسخة',
      extend: 'إبقاء هذه الصفحة مفتوحة حتى {until}',
      keep: 'يمكنك فتح هذه الصفحة {until}. يستطيع كل من لديه هذا الرابط فتحها، فاحفظ الرسالة جيدًا. ما تنزّله يبقى لك دائمًا.',
      'keep-letter':
        'يمكنك فتح هذه الصفحة {until}. يستطيع كل من لديه هذا الرابط فتحها، فاحفظ الرسالة جيدًا. ويمكنك أيضًا طباعة هذه الصفحة.',
    },
    refuse: {
      title: 'هذا ليس لي',
      heading: 'ليس لك؟',
      lead: '{type, select, text {أُرسلت {title} من {sender} إلى شخص ما} other {تُركت {title} من {sender} لشخص ما}}، ووصلنا عنوانك أنت.',
      warning: `إذا لم يكن لك، نغلق ${THE_THING} من دون فتح. يتوقف هذا الرابط عن العمل، ونُعلم {sender} بأن الإرسال وصل إلى الشخص الخطأ. لا يمكن التراجع عن ذلك.`,
      submit: 'ليس لي: إغلاق',
      back: '{type, select, text {العودة إلى الرسالة} image {العودة إلى الصورة} video {العودة إلى مقطع الفيديو} audio {العودة إلى التسجيل الصوتي} other {العودة إلى الملف}}',
      'release-lead': 'اسمك مسجّل لدى {sender} كجهة اتصال موثوقة، ومن هناك وصلنا عنوانك.',
      'release-warning': 'إذا لم يكن لك، نغلق كل شيء من دون فتح، ويتوقف هذا الرابط عن العمل. لا يمكن التراجع عن ذلك.',
      'release-back': 'العودة',
    },
    refused: {
      title: 'شكرًا لك',
      heading: 'شكرًا لإعلامنا.',
      lead: `أغلقنا ${THE_THING} من دون فتح، ولم يعد هذا الرابط يعمل. سنُعلم {sender} بأن الإرسال وصل إلى الشخص الخطأ.`,
      'release-lead': 'أغلقنا كل شيء من دون فتح، ولم يعد هذا الرابط يعمل.',
      advice: 'لا حاجة إلى أي شيء آخر. يمكنك حذف الرسالة.',
    },
    release: {
      title: 'لك شيء من {sender}',
      heading: 'لك شيء من {sender}.',
      'heading-named': '{recipient}، لك شيء من {sender}.',
      'opened-heading': 'ما تُرك لك من {sender}',
      'silent-since':
        '{things}. كان المطلوب من جانب {sender} أن يصلك هذا إذا بقيت رسائلنا بلا رد. كان آخر رد في {since}.',
      'is-back':
        '{things}. كان المطلوب من جانب {sender} أن يصلك هذا إذا بقيت رسائلنا بلا رد. ومنذ الإرسال، وصلنا رد من حساب {sender}.',
      sorry: 'إذا كنت قد فقدت {sender}، فلك خالص تعازينا.',
      open: 'فتح ما تُرك لك',
      first: 'يُفتح في هذه الصفحة. لا تحتاج إلى حساب. لا داعي للعجلة: يمكنك فتحه {until}. ويمكنك تنزيل كل شيء.',
      again: 'سبق أن فُتح هذا. يمكنك فتحه مرة أخرى {until}. ويمكنك تنزيل كل شيء.',
      'download-all': 'تنزيل كل شيء في ملف ZIP واحد، \u2066{size}\u2069',
    },
    file: {
      name: '{name}، \u2066{size}\u2069',
      download:
        '{type, select, image {تنزيل الصورة} video {تنزيل مقطع الفيديو} audio {تنزيل التسجيل الصوتي} other {تنزيل الملف}}',
      copied: 'هذه نسخة بالحجم الكامل يستطيع كل جهاز عرضها.',
      'original-damaged':
        'هذه نسخة بالحجم الكامل. تغيّر الأصل أو تلف في مكان التخزين لدينا. فريقنا على علم بذلك ويعالجه.',
      'download-original': 'تنزيل الأصل ({format})',
      'download-original-unnamed': 'تنزيل الأصل',
      away: 'لا نستطيع الآن الوصول إلى {type, select, image {هذه الصورة} video {مقطع الفيديو هذا} audio {هذا التسجيل الصوتي} other {هذا الملف}}. لم يضِع شيء.',
      'try-again': 'حاول مرة أخرى',
      read: 'القراءة في علامة تبويب جديدة',
      'if-silent': 'إذا لم يعمل هنا، نزّل {type, select, video {مقطع الفيديو} other {التسجيل الصوتي}} وافتحه على جهازك.',
      'few-show': 'معظم المتصفحات لا {type, select, image {تعرض} other {تشغّل}} ملفات {format}.',
      'few-show-unnamed': 'معظم المتصفحات لا {type, select, image {تعرض} other {تشغّل}} ملفات كهذه.',
      'small-picture': '{type, select, image {هذه نسخة صغيرة من الصورة.} other {هذه صورة صغيرة من الفيديو.}}',
      'download-and-open':
        'نزّل {type, select, image {الصورة وافتحها} video {مقطع الفيديو وافتحه} other {التسجيل الصوتي وافتحه}} على جهازك.',
      sealed: 'خُتم هذا عند الإرسال بحيث لا يستطيع أحد فتحه، ولا حتى Stillhere.',
      'sealed-ways':
        'تفتحه الكلمات الست الخاصة به. وتفتحه أيضًا واحدة من الورقتين المطبوعتين، إن وُجدتا: نحن نضيف الجزء الذي حفظناه. إذا لم يكن لديك شيء من ذلك، فقد يكون لدى شخص قريب من صاحب الإرسال: اسأله من فضلك.',
      'sealed-next':
        'يمكنك فتحه هنا، في هذا المتصفح. أو نزّله، وفك ضغطه على حاسوب، وافتح الملف open.html في متصفح: يعمل ذلك بلا إنترنت ومن دوننا. ما تنزّله يبقى لك دائمًا: احفظ نسخة في مكان آمن.',
      'open-sealed': 'فتحه هنا',
      'download-parcel': 'تنزيل العنصر المختوم (\u2066{size}\u2069)',
    },
    copy: {
      written: 'بتاريخ {written}، حفظه Stillhere حتى {sent}',
      letter: 'رسالة',
      'archive-name': 'من {sender}',
      'not-in-archive': 'غير موجود في هذا الأرشيف',
      damaged: 'تغيّر هذا أو تلف في مكان التخزين لدينا، ولذلك لا يوجد في هذا الأرشيف:',
      'damaged-known': 'نحن على علم بذلك ونعالجه.',
      away: 'لا نستطيع الآن الوصول إلى ما أُرسل إليك. لم يضِع شيء.',
    },
    'no-such-button': 'لا يوجد زر كهذا في هذه الصفحة.',
    trouble: {
      'not-now': 'لا نستطيع فتحه الآن.',
      ours: 'هناك خلل من جانبنا. ما أُرسل إليك في أمان.',
      'open-again': 'لم يضِع شيء. افتح الرابط الموجود في الرسالة مرة أخرى، واستخدم الأزرار في صفحته.',
      'reply-and-say': 'إذا ضغطت على الزر في رسالة وما زلت ترى هذه الصفحة، فرُدّ على تلك الرسالة وأخبرنا.',
      gone: 'لم يعد هذا هنا.',
      'ask-sender': 'يمكن إرساله مرة أخرى من الشخص الذي أرسله. إذا كنت تعرفه، فاطلب منه ذلك.',
      opened: 'سبق أن فُتح هذا.',
      'open-with-same-link': 'يمكنك فتحه مرة أخرى بالرابط نفسه.',
      'many-links': 'وصلتنا من شبكتك روابط كثيرة غير صالحة. افتح رابطك من الرسالة، وسيعمل عندئذ.',
      damaged: 'لا نستطيع عرض هذا.',
      'tell-sender': 'إذا كنت تعرف من أرسله، فأخبره. ربما لديه نسخة في مكان آخر ويستطيع إرساله إليك مرة أخرى.',
    },
  },
  'link-refusals': {
    expired: 'انتهت صلاحية هذا الرابط.',
    'not-valid': 'هذا الرابط غير صالح. جرّب نسخ الرابط كاملًا من الرسالة.',
    used: 'سبق استخدام هذا الرابط، أو حلّ محله رابط أحدث.',
    'closed-by-recipient': 'قلت لنا إن هذا ليس لك، فأغلقناه. لا يمكن فتحه هنا.',
    'not-opened-yet': 'لم يُفتح هذا بعد.',
    'cut-off': 'هذا الرابط غير صالح. جرّب نسخ الرابط كاملًا من الرسالة.',
    'taken-back-by-sender': 'حُذف هذا، ولم يعد لدينا.',
    replaced: 'سُحب هذا الرابط، أو حلّت محله رسالة أحدث.',
    'kept-until': 'كان يمكنك فتح هذا حتى {date}. وقد مضى ذلك التاريخ.',
    'sender-is-back': 'منذ ذلك الحين وصلنا رد من حساب {sender}. ولذلك سُحب كل ما لم يُفتح، ولا حاجة إلى أي شيء من جانبك.',
    'opened-already': 'سبق أن فُتح هذا، ولذلك لا يمكن إغلاقه من دون فتح.',
  },
};
