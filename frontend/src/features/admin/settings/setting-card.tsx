// One setting: its purpose, its value, and its actions.
import { History, Pencil } from 'lucide-react';
import { useId } from 'react';
import type { AdminSetting } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { isSwitch } from './kinds';
import { InUseSwitch, OnOffSwitch } from './setting-switches';
import { SettingEditor } from './setting-editor';
import styles from './settings.module.css';
import type { useEditing } from './use-editing';

interface SettingCardProps {
  setting: AdminSetting;
  editor: ReturnType<typeof useEditing>;
  onVersions: () => void;
}

export function SettingCard({ setting, editor, onVersions }: SettingCardProps) {
  const id = useId();
  const may = useMay();
  const { settingName, settingKey, settingDescription, settingType, isActive } = setting;
  const editing = editor.editing?.setting.settingKey === settingKey;
  const changeable = may('site:update');

  return (
    <Panel role="region" aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h3 id={id}>{settingName}</h3>
        <p className={styles.badges}>
          <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          <Badge>{settingType}</Badge>
        </p>
        {!editing && (
          <div className={styles.tools}>
            {changeable && !isSwitch(setting) && (
              <Button
                size="sm"
                icon={<Pencil aria-hidden size={15} />}
                aria-label={`Edit ${settingName}`}
                onClick={() => {
                  editor.begin(setting);
                }}
              >
                Edit
              </Button>
            )}
            <Button
              size="sm"
              icon={<History aria-hidden size={15} />}
              aria-label={`Versions of ${settingName}`}
              onClick={onVersions}
            >
              Versions
            </Button>
          </div>
        )}
      </div>
      {settingDescription !== undefined && <p className={styles.description}>{settingDescription}</p>}
      <p className={styles.key}>
        Key: <code>{settingKey}</code>
      </p>
      {editing && <SettingEditor setting={setting} editor={editor} />}
      {!editing && isSwitch(setting) && <OnOffSwitch setting={setting} changeable={changeable} />}
      {!editing && !isSwitch(setting) && (
        // Focusable with Tab: long values scroll inside.
        <pre className={styles.value} tabIndex={0} role="group" aria-label={`Value of ${settingName}`}>
          {setting.settingValue}
        </pre>
      )}
      {changeable && !editing && (!isSwitch(setting) || !isActive) && <InUseSwitch setting={setting} />}
    </Panel>
  );
}
