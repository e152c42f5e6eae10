// The value of a setting while it is edited.
import { useLayoutEffect, useRef } from 'react';
import type { AdminSetting } from '@/api/gen/model';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { TextArea, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { useSaveChanges } from '@/shared/forms/use-save-changes';
import { Button } from '@/shared/ui/button';
import { CLAIM_MAX, isClaim } from './kinds';
import styles from './settings.module.css';
import type { useEditing } from './use-editing';
import { useSaveSetting } from './use-save-setting';

const ROWS = 15;

interface SettingEditorProps {
  setting: AdminSetting;
  editor: ReturnType<typeof useEditing>;
}

export function SettingEditor({ setting, editor }: SettingEditorProps) {
  const { settingKey, settingName } = setting;
  const save = useSaveSetting();
  const changing = useSaveChanges();
  // The list may be reloaded while the setting is edited.
  const opened = editor.editing?.setting ?? setting;
  const form = useForm({
    initial: { settingValue: editor.editing?.text ?? opened.settingValue },
    // The server validates each setting.
    validate: () => ({}),
    onSubmit: async (values) => {
      await changing.save(opened.etag, values, (data) => save.mutateAsync({ settingKey, data }));
      editor.done();
    },
  });
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true });
  }, []);

  const binding = form.field('settingValue');
  const field = {
    ...binding,
    label: `Value of ${settingName}`,
    spellCheck: false,
    readOnly: form.submitting,
    onValue: (text: string) => {
      binding.onValue(text);
      editor.type(text);
    },
  };
  return (
    <form {...form.formProps} className={styles.editor}>
      <div ref={box} className={styles.mono}>
        {isClaim(setting) ? (
          <TextField {...field} maxLength={CLAIM_MAX} hint={`At most ${String(CLAIM_MAX)} characters.`} />
        ) : (
          <TextArea {...field} rows={ROWS} />
        )}
      </div>
      <div className={styles.tools}>
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save
        </Button>
        <Button disabled={form.submitting} onClick={editor.cancel}>
          Cancel
        </Button>
      </div>
      <ConflictDialog question={changing.question} labels={{ settingValue: `Value of ${settingName}` }} />
    </form>
  );
}
