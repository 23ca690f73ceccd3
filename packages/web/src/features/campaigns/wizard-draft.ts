import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { informationValues } from './information-form.ts';

const wizardDraft = z.object({
  step: z.number().int().min(0).max(3),
  information: informationValues,
  place: z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() }),
  form: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Files themselves cannot be kept; their names tell what is missing after a reload. */
  fileNames: z.array(z.string()),
});
export type WizardDraft = z.infer<typeof wizardDraft>;

/** The draft as it was found when the wizard opened, and the ways to keep and to drop it (UX-05). */
export function useWizardDraft(userId: number, name: string) {
  const [found] = useState(() => wizardDraft.safeParse(readDraft(userId, name)).data);
  return { found, drop: () => dropDraft(userId, name) };
}

/** Keeps what stands in the wizard, with every change: a session may end at any letter. */
export function useKeptDraft(userId: number, name: string, draft: WizardDraft, isWorthKeeping: boolean): void {
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (isWorthKeeping) keepDraft(userId, name, JSON.parse(text));
  }, [userId, name, text, isWorthKeeping]);
}
