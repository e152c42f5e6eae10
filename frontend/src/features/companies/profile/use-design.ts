// The workspace's design under way: what is stored, what has been chosen since, and saving it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getGetTemplatePreferencesQueryKey,
  getGetTemplatePreferencesQueryOptions,
  getListProposalTemplatesQueryOptions,
  useSaveTemplatePreferences,
} from '@/api/gen/companies/companies';
import { choiceOf, inputOf, type DesignChoice } from '@/shared/design/choice';

const asText = (choice: DesignChoice): string => JSON.stringify(inputOf(choice));

/** `wanted`: somebody looks at it, so that it is to be loaded. */
export function useDesign(wanted: boolean) {
  const queryClient = useQueryClient();
  const templates = useQuery({ ...getListProposalTemplatesQueryOptions(), enabled: wanted });
  const preferences = useQuery({ ...getGetTemplatePreferencesQueryOptions(), enabled: wanted });
  const save = useSaveTemplatePreferences();
  const [chosen, setChosen] = useState<DesignChoice>();
  /** What was sent last: the server may keep less of it, and what it left out is still to be seen. */
  const [sent, setSent] = useState<string>();

  const stored =
    templates.data !== undefined && preferences.data !== undefined
      ? choiceOf(preferences.data, templates.data)
      : undefined;
  const choice = chosen ?? stored;
  const dirty = chosen !== undefined && asText(chosen) !== (sent ?? (stored && asText(stored)));

  return {
    templates: templates.data,
    choice,
    dirty,
    failed: [templates, preferences].find(({ isError }) => isError),
    choose: setChosen,
    save: async (): Promise<void> => {
      if (choice === undefined) return;
      const saved = await save.mutateAsync({ data: { ...inputOf(choice), isActive: true } });
      setSent(asText(choice));
      queryClient.setQueryData(getGetTemplatePreferencesQueryKey(), saved);
    },
  };
}
