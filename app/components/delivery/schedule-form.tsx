import type { z } from 'zod';
import { FormErrors } from '#app/components/checked-form.tsx';
import { SelectField } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { typeName } from '#app/components/type-badge.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { DeliveryChoices, DeliveryReply } from '#app/deliveries/delivery-form.ts';
import type { scheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { DeliveryForm } from './form.tsx';

interface ScheduleFormProps {
  /** The page's own address: elsewhere a form that comes back would lose what was typed. */
  action: string;
  contents: readonly ContentView[];
  /** By the id of a content: what its recipient will not see at once. */
  notes: Readonly<Record<string, string>>;
  /** The content that is chosen at first. */
  chosen: string | null;
  /** `once` identifies this form: sent twice, it makes one delivery. */
  choices: DeliveryChoices & { country: string; once: string };
  reply: DeliveryReply | undefined;
  timeZone: string;
  now: string;
}

function titleOf({ title }: Pick<ContentView, 'title'>): string {
  return title || say(frame.untitled);
}

/** A new delivery: what, how, to whom and when. */
export function ScheduleForm({ action, contents, notes, chosen, choices, reply, timeZone, now }: ScheduleFormProps) {
  const [form, fields] = useLazyForm<z.input<typeof scheduleSchema> & { birth_date?: string }>({
    id: 'schedule-form',
    defaultValue: {
      content_id: chosen ?? '',
      delivery_type: 'email',
      phone_country: choices.country,
      time_zone: timeZone,
      link_years: choices.lives[0]?.value,
    },
    lastResult: reply?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).scheduleSchema,
  });
  const picked = contents.find(({ id }) => id === fields.content_id.value);
  return (
    <section className="sched" aria-labelledby="h-form">
      <DeliveryForm
        {...{ form, fields, choices, reply, now }}
        content={fields.content_id}
        title={picked && titleOf(picked)}
        action={action}
        preview="/schedule/preview"
        submit={say(texts.schedule)}
      >
        <h2 id="h-form">{say(texts.schedule)}</h2>
        <FormErrors />
        <FormAnswers answers={reply?.resend} />
        <input type="hidden" name="once" value={choices.once} />
        <SelectField label={say(texts.content)} meta={fields.content_id} note={notes[fields.content_id.value ?? '']}>
          {/* Never chosen by itself: the wrong letter must not go to the right person. */}
          <option value="">{say(texts.choose)}</option>
          {contents.map((content) => (
            <option key={content.id} value={content.id}>
              {typeName(content.type)}: {titleOf(content)}
            </option>
          ))}
        </SelectField>
      </DeliveryForm>
    </section>
  );
}
