import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { EnterButton } from '#app/components/enter-button.tsx';
import type { TextMeta } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { DeliveryChoices, DeliveryReply } from '#app/deliveries/delivery-form.ts';
import { forms } from '#messages/en/forms.ts';
import { scheduleGroup as texts } from '#messages/en/schedule-group.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { Choice, Contents, When, type WhenLabels } from './several-form.tsx';

interface GroupFormProps {
  contents: readonly ContentView[];
  choices: DeliveryChoices;
  labels: WhenLabels & Record<'linkLife' | 'linkLifeHint', string>;
  /** How many items they can bring. */
  most: number;
  /** Empty for what differs between the deliveries, and stays so unless it is chosen. */
  values: GroupValues;
  reply: DeliveryReply | undefined;
  isBusy: boolean;
  /** Where the form is left without a change. */
  back: string;
}

/** What differs comes empty. When it goes out differs as a whole. */
type GroupValues = Record<'date' | 'time' | 'time_zone' | 'language' | 'link_years', string> & {
  content_ids: string[];
};

/** What changes for all deliveries of a group that wait. Only the server checks it. */
export function GroupForm({ contents, choices, labels, most, values, reply, isBusy, back }: GroupFormProps) {
  const [form, fields] = useLazyForm<GroupValues>({
    id: 'group-form',
    defaultValue: values,
    lastResult: reply?.result,
    schema: null,
  });
  const { content_ids, date, time, time_zone, link_years, language } = fields;
  const languages = choices.languages.map(([value, label]) => ({ value, label }));
  const [doContentsDiffer, doesWhenDiffer] = [values.content_ids.length === 0, values.date === ''];
  const asItIs = (value: string) => (value === '' ? [{ value, label: say(texts.differs) }] : []);
  return (
    <CheckedForm
      form={form}
      fields={[content_ids, date, time, time_zone, link_years, language]}
      className="stack"
      method="post"
    >
      <EnterButton label={say(forms.save)} />
      <FormErrors />
      <FormAnswers answers={reply?.resend} />
      {/* Conform knows lists by another type; their controls are the same. */}
      <Contents
        meta={content_ids as unknown as TextMeta}
        contents={contents}
        max={most}
        note={doContentsDiffer ? say(texts.differ) : undefined}
      />
      {doContentsDiffer && <input type="hidden" name="contents_differ" value="yes" />}
      <When
        {...{ date, time, time_zone, labels }}
        zones={choices.zones}
        clocks={reply?.clocks}
        empty={doesWhenDiffer ? { hint: say(texts.differ), zone: say(texts.differs) } : undefined}
      />
      <Choice
        meta={link_years}
        label={labels.linkLife}
        hint={labels.linkLifeHint}
        options={[...asItIs(values.link_years), ...choices.lives]}
      />
      <Choice meta={language} label={say(texts.language)} options={[...asItIs(values.language), ...languages]} />
      <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo={back} />
    </CheckedForm>
  );
}
