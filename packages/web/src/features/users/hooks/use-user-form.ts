import { userBody, type UserBody } from '@campanero/contract/users/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { showFieldErrors } from '../../../lib/errors.ts';
import { getSession } from '../../../lib/session.ts';

const FIELDS = Object.keys(userBody.shape) as (keyof UserBody)[];

/** The form, its rules from the contract, and a draft that survives a lost session or a reload (UX-05). */
export function useUserForm(draftName: string, saved: UserBody) {
  // Whose draft it is does not change when the session ends under the form.
  const [userId] = useState(() => getSession()?.userId ?? 0);
  const form = useForm<UserBody>({ resolver: zodResolver(userBody), mode: 'onChange', defaultValues: saved });
  const { isDirty } = form.formState;
  const typed = useWatch({ control: form.control });

  const [draft] = useState(() => readDraft(userId, draftName) as Partial<UserBody> | undefined);

  const { setValue } = form;
  useEffect(() => {
    for (const field of FIELDS)
      if (draft?.[field] !== undefined)
        setValue(field, draft[field], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  }, [draft, setValue]);

  // Whoever leaves the page while signed in leaves on purpose; a lost session or a reload brings them back to it.
  useEffect(
    () => () => {
      if (getSession()) dropDraft(userId, draftName);
    },
    [userId, draftName],
  );
  useEffect(() => {
    if (isDirty) keepDraft(userId, draftName, typed);
    else dropDraft(userId, draftName);
  }, [isDirty, typed, userId, draftName]);

  return {
    form,
    /** What stands in the fields was typed before a reload or a lost session. */
    isRestored: draft !== undefined && isDirty,
    /** The server's word about single fields goes to those fields; says whether there was any. */
    showRefusal: (error: unknown) => showFieldErrors(form, FIELDS, error),
    /** Saved or given up: nothing is left to lose. */
    forget: (values: UserBody) => {
      dropDraft(userId, draftName);
      form.reset(values);
    },
  };
}
