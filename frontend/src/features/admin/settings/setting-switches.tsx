// The switches of a setting: its value if that is on or off, and whether it is enabled. Each is
// saved as soon as it is toggled.
import type { AdminSetting } from '@/api/gen/model';
import { Switch } from '@/shared/ui/switch';
import { isClaim } from './kinds';
import { useSaveSetting } from './use-save-setting';

export function OnOffSwitch({ setting, changeable }: { setting: AdminSetting; changeable: boolean }) {
  const { settingKey, settingValue, etag } = setting;
  const save = useSaveSetting();
  return (
    <Switch
      label="Switched on"
      checked={settingValue === 'true'}
      busy={save.isPending}
      disabled={!changeable}
      onChange={(on) => {
        save.mutate({ settingKey, data: { settingValue: String(on), etag } });
      }}
    />
  );
}

export function InUseSwitch({ setting }: { setting: AdminSetting }) {
  const { settingKey, settingValue, isActive, etag } = setting;
  const save = useSaveSetting();
  return (
    <Switch
      label={isClaim(setting) ? 'Shown on the site' : 'In use'}
      hint={isClaim(setting) || isActive ? undefined : 'Proffer’s default is used instead.'}
      checked={isActive}
      busy={save.isPending}
      onChange={(on) => {
        save.mutate({ settingKey, data: { settingValue, isActive: on, etag } });
      }}
    />
  );
}
