import { type SubmissionResult, useForm } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';

type FormOptions<Values extends Record<string, unknown>> = Parameters<typeof useForm<Values, unknown>>[0];

type Schema<Values> = () => Promise<z.ZodType<unknown, Values>>;

interface LazyFormOptions<Values extends Record<string, unknown>> {
  id: string;
  defaultValue?: FormOptions<Values>['defaultValue'];
  /** The server's answer to the last submission. */
  lastResult: SubmissionResult<string[]> | undefined;
  /** Null where only the server can check. */
  schema: Schema<Values> | null;
}

/**
 * Conform's `useForm` with a schema that is fetched when a person enters the form: with Zod it weighs more than a page. Until
 * then, and where it cannot be fetched, only the server checks. While anything is under way, the form is not sent again.
 */
export function useLazyForm<Values extends Record<string, unknown>>({ schema, ...options }: LazyFormOptions<Values>) {
  const isUnderWay = useNavigation().state !== 'idle';
  const [validate, setValidate] = useState<FormOptions<Values>['onValidate']>();
  const typed = useRef('');
  const [form, fields] = useForm<Values, unknown>({
    ...options,
    onValidate: schema ? validate : undefined,
    // Without a schema, Conform would ask the server to check each key, by sending the form.
    shouldRevalidate: schema && validate ? 'onInput' : 'onSubmit',
    onSubmit(event) {
      typed.current = '';
      if (isUnderWay) event.preventDefault();
    },
  });
  useEffect(() => {
    const element = document.forms.namedItem(options.id);
    if (!element || !schema || validate) return;
    const stop = new AbortController();
    const load = () =>
      fetchRules(schema).then(
        (rules) => setValidate(() => rules),
        () => {},
      );
    element.addEventListener('focusin', load, stop);
    element.addEventListener('input', ({ target }) => (typed.current = (target as HTMLInputElement).name), stop);
    return () => stop.abort();
  }, [options.id, !schema, validate]);
  useEffect(() => {
    // What was corrected before the schema came is checked now.
    const name = typed.current;
    if (validate && name && form.allErrors[name]) form.validate({ name });
  }, [validate]);
  return [form, fields] as const;
}

/** @returns the schema as Conform calls it. Zod needs its setting before a schema is made. */
async function fetchRules<Values extends Record<string, unknown>>(
  schema: Schema<Values>,
): Promise<NonNullable<FormOptions<Values>['onValidate']>> {
  const [{ parseWithZod }, { fieldSentences }, rules] = await Promise.all([
    import('@conform-to/zod/v4'),
    import('#messages/field-errors.ts'),
    import('./zod-without-eval.ts').then(() => schema()),
  ]);
  return ({ formData }) => parseWithZod(formData, { schema: rules, formatError: fieldSentences });
}
