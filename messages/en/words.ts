import { catalogue } from '../catalogue.ts';

/** Names, titles and kinds of content, as values of other sentences. */
export const words = catalogue('words', {
  someone: 'Someone',
  identified: '{name} ({email})',
  unidentified: '{name} (email address not confirmed)',
  quoted: '“{title}”',
  /** What a button says, before its link in a mail without pictures. */
  introduces: '{label}:',
  /** Ends a list of names or titles: "Ana, Rui and 3 others". */
  others: '{count} others',
  /** Parts of a list: "two letters, a picture and a file". */
  counted: {
    text: '{count, plural, one {a letter} =2 {two letters} =3 {three letters} =4 {four letters} =5 {five letters} =6 {six letters} =7 {seven letters} =8 {eight letters} =9 {nine letters} =10 {ten letters} =11 {eleven letters} =12 {twelve letters} other {# letters}}',
    image:
      '{count, plural, one {a picture} =2 {two pictures} =3 {three pictures} =4 {four pictures} =5 {five pictures} =6 {six pictures} =7 {seven pictures} =8 {eight pictures} =9 {nine pictures} =10 {ten pictures} =11 {eleven pictures} =12 {twelve pictures} other {# pictures}}',
    video:
      '{count, plural, one {a video} =2 {two videos} =3 {three videos} =4 {four videos} =5 {five videos} =6 {six videos} =7 {seven videos} =8 {eight videos} =9 {nine videos} =10 {ten videos} =11 {eleven videos} =12 {twelve videos} other {# videos}}',
    audio:
      '{count, plural, one {a recording} =2 {two recordings} =3 {three recordings} =4 {four recordings} =5 {five recordings} =6 {six recordings} =7 {seven recordings} =8 {eight recordings} =9 {nine recordings} =10 {ten recordings} =11 {eleven recordings} =12 {twelve recordings} other {# recordings}}',
    file: '{count, plural, one {a file} =2 {two files} =3 {three files} =4 {four files} =5 {five files} =6 {six files} =7 {seven files} =8 {eight files} =9 {nine files} =10 {ten files} =11 {eleven files} =12 {twelve files} other {# files}}',
  },
});
