// The setting that is being edited, and its unsaved text: one at a time, and never discarded
// without a question.
import { useState } from 'react';
import type { AdminSetting } from '@/api/gen/model';

export interface Editing {
  setting: AdminSetting;
  text: string;
}

export function useEditing() {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [wanted, setWanted] = useState<{ next: Editing | null } | null>(null);
  const dirty = editing !== null && editing.text !== editing.setting.settingValue;

  const go = (next: Editing | null) => {
    if (dirty) setWanted({ next });
    else setEditing(next);
  };

  return {
    editing,
    dirty,
    /** Unsaved text is in the way: discard it? */
    asking: wanted !== null,
    begin: (setting: AdminSetting) => {
      go({ setting, text: setting.settingValue });
    },
    type: (text: string) => {
      setEditing((now) => now && { ...now, text });
    },
    cancel: () => {
      go(null);
    },
    /** The text has been saved. */
    done: () => {
      setEditing(null);
    },
    keep: () => {
      setWanted(null);
    },
    giveUp: () => {
      setEditing(wanted?.next ?? null);
      setWanted(null);
    },
  };
}
