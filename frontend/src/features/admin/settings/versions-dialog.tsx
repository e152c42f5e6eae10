// The history of a setting: author and time of each value, the changes since, and restoring one.
import { useState } from 'react';
import { useListAdminSettingVersions } from '@/api/gen/admin/admin';
import type { AdminSetting, AdminSettingVersion } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Dialog } from '@/shared/ui/dialog';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { useRefusal } from '../refusal';
import { DiffView } from './diff-view';
import { useSaveSetting } from './use-save-setting';
import styles from './versions.module.css';

interface VersionsDialogProps {
  setting: AdminSetting;
  onClose: () => void;
}

export function VersionsDialog({ setting, onClose }: VersionsDialogProps) {
  const { data, error, refetch } = useListAdminSettingVersions(setting.settingKey);
  useRefusal(error);
  const earlier = data?.filter(({ version }) => version !== setting.version);
  return (
    <Dialog title={`Versions of ${setting.settingName}`} width={960} onClose={onClose}>
      {data === undefined && error === null && <Skeleton height="160px" />}
      {data === undefined && error !== null && (
        <LoadFailure inPanel what="the versions" error={error} onRetry={() => void refetch()} />
      )}
      {earlier?.length === 0 && <p className={styles.note}>It has had no other value yet.</p>}
      {earlier !== undefined && earlier.length > 0 && (
        <Versions setting={setting} earlier={earlier} onRestored={onClose} />
      )}
    </Dialog>
  );
}

interface VersionsProps {
  setting: AdminSetting;
  earlier: readonly AdminSettingVersion[];
  onRestored: () => void;
}

function Versions({ setting, earlier, onRestored }: VersionsProps) {
  const may = useMay();
  const [chosen, setChosen] = useState(earlier[0]?.version);
  const [asking, setAsking] = useState(false);
  const version = earlier.find((one) => one.version === chosen);
  return (
    <div className={styles.versions}>
      <ul className={styles.list} aria-label="Earlier values">
        {earlier.map((one) => (
          <li key={one.version}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={one.version === chosen}
              onClick={() => {
                setChosen(one.version);
              }}
            >
              <strong>Version {one.version}</strong>
              <span>{writerOf(one)}</span>
              <span>{formatDateTime(one.createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
      {version !== undefined && (
        <section className={styles.comparison} aria-labelledby="comparison">
          <div className={styles.comparisonHead}>
            <h3 id="comparison">
              From version {version.version} to the current one, {setting.version}
            </h3>
            {may('site:update') && (
              <Button
                size="sm"
                onClick={() => {
                  setAsking(true);
                }}
              >
                Restore Version {version.version}
              </Button>
            )}
          </div>
          <DiffView key={version.version} before={version.settingValue} after={setting.settingValue} />
        </section>
      )}
      {asking && version !== undefined && (
        <RestoreDialog
          setting={setting}
          version={version}
          onRestored={onRestored}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

interface RestoreDialogProps {
  setting: AdminSetting;
  version: AdminSettingVersion;
  onRestored: () => void;
  onClose: () => void;
}

function RestoreDialog({ setting, version, onRestored, onClose }: RestoreDialogProps) {
  const save = useSaveSetting();
  return (
    <ConfirmDialog
      title={`Restore version ${String(version.version)}?`}
      action="Restore"
      busy={save.isPending}
      onConfirm={() => {
        save.mutate(
          { settingKey: setting.settingKey, data: { settingValue: version.settingValue } },
          { onSuccess: onRestored },
        );
      }}
      onClose={onClose}
    >
      <p>
        <strong>{setting.settingName}</strong> gets the value of {formatDateTime(version.createdAt)} again,
        which takes effect at once. The current value stays among the versions.
      </p>
    </ConfirmDialog>
  );
}

/** Its author; the first one is the product's default. */
function writerOf({ version, changedBy }: AdminSettingVersion): string {
  if (changedBy !== undefined) return `By ${changedBy}`;
  return version === 1 ? 'By Proffer' : 'By a deleted account';
}
