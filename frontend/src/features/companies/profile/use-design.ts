// The design being edited: the stored one, the choices since, and saving.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getGetTemplatePreferencesQueryKey,
  getGetTemplatePreferencesQueryOptions,
  getListProposalTemplatesQueryOptions,
  useSaveTemplatePreferences,
} from '@/api/gen/companies/companies';
import type { DesignInput, TemplatePreferences } from '@/api/gen/model';
import { choiceOf, inputOf, type DesignChoice } from '@/shared/design/choice';
import { useSaveChanges } from '@/shared/forms/use-save-changes';

/** Labels of a design's parts, for conflicts. */
export const DESIGN_LABELS: Record<keyof DesignChoice, string> = {
  templateId: 'Template',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  accentColor: 'Accent color',
  layoutStyle: 'Layout',
  fontFamily: 'Font',
  customCss: 'Custom CSS',
};

const asText = (choice: DesignChoice): string => JSON.stringify(inputOf(choice));

/** `wanted`: the design is visible, so it must be loaded. */
export function useDesign(wanted: boolean) {
  const queryClient = useQueryClient();
  const templates = useQuery({ ...getListProposalTemplatesQueryOptions(), enabled: wanted });
  const preferences = useQuery({ ...getGetTemplatePreferencesQueryOptions(), enabled: wanted });
  const save = useSaveTemplatePreferences();
  const changing = useSaveChanges();
  const [chosen, setChosen] = useState<DesignChoice>();
  /** The stored design when the first choice was made, or after the last save. */
  const [opened, setOpened] = useState<TemplatePreferences>();
  /**
   * The last sent choice: the server may reject parts of it, and the rejected parts must stay
   * visible.
   */
  const [sent, setSent] = useState<string>();

  const base = opened ?? preferences.data;
  const stored =
    templates.data !== undefined && base !== undefined ? choiceOf(base, templates.data) : undefined;
  const choice = chosen ?? stored;
  const dirty = chosen !== undefined && asText(chosen) !== (sent ?? (stored && asText(stored)));

  return {
    templates: templates.data,
    choice,
    dirty,
    failed: [templates, preferences].find(({ isError }) => isError),
    question: changing.question,
    choose: (next: DesignChoice) => {
      setOpened(base);
      setChosen(next);
    },
    save: async (): Promise<void> => {
      if (choice === undefined || base === undefined) return;
      const wanted = { ...inputOf(choice), isActive: true };
      let last: DesignInput = wanted;
      const saved = await changing.save(base.etag, wanted, (data) => {
        last = data;
        return save.mutateAsync({ data });
      });
      // Rejected parts of custom CSS must stay visible; everything else is as stored.
      const own = last.customCss === wanted.customCss && choice.customCss !== stored?.customCss;
      const next = {
        ...choiceOf(saved, templates.data ?? []),
        ...(own && { customCss: choice.customCss }),
      };
      setOpened(saved);
      setChosen(next);
      setSent(asText(next));
      queryClient.setQueryData(getGetTemplatePreferencesQueryKey(), saved);
    },
  };
}
