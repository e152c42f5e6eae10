// The settings of the site: prompts, prices, switches, the example template, and the claims.
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useListAdminSettings } from '@/api/gen/admin/admin';
import type { AdminSetting } from '@/api/gen/model';
import { useLeaveGuard } from '@/shared/forms/use-leave-guard';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { useRefusal } from '../refusal';
import { isClaim, TEMPLATE_EXAMPLE } from './kinds';
import { SettingCard } from './setting-card';
import { SettingsSkeleton } from './settings-skeleton';
import styles from './settings.module.css';
import { TemplatePreview } from './template-preview';
import { Toolbar } from './toolbar';
import { UnsavedDialog } from './unsaved-dialog';
import { useEditing } from './use-editing';
import { VersionsDialog } from './versions-dialog';

export function SettingsPage() {
  const { data: settings, error, refetch } = useListAdminSettings();
  useRefusal(error);
  const editor = useEditing();
  const leaving = useLeaveGuard(editor.dirty);
  const [previewing, setPreviewing] = useState(false);
  const [versionsOf, setVersionsOf] = useState<string>();
  const template = settings?.find(({ settingKey }) => settingKey === TEMPLATE_EXAMPLE);
  const looked = settings?.find(({ settingKey }) => settingKey === versionsOf);

  const cards = (of: readonly AdminSetting[]) =>
    of.map((setting) => (
      <SettingCard
        key={setting.settingKey}
        setting={setting}
        editor={editor}
        onVersions={() => {
          setVersionsOf(setting.settingKey);
        }}
      />
    ));

  return (
    <>
      <Toolbar
        onPreview={
          template &&
          (() => {
            setPreviewing(true);
          })
        }
      />
      {settings === undefined && error !== null && (
        <LoadFailure what="the settings" error={error} onRetry={() => void refetch()} />
      )}
      {settings === undefined && error === null && <SettingsSkeleton />}
      {settings?.length === 0 && (
        <Notice art={<Settings2 size={52} strokeWidth={1.4} />} title="No settings yet">
          <p>“Initialize Defaults” adds them with Proffer’s default values.</p>
        </Notice>
      )}
      {settings !== undefined && settings.length > 0 && (
        <>
          <section aria-label="Settings and prompts" className={styles.cards}>
            {cards(settings.filter((setting) => !isClaim(setting)))}
          </section>
          <Claims>{cards(settings.filter(isClaim))}</Claims>
        </>
      )}
      {previewing && template !== undefined && (
        <TemplatePreview
          template={template}
          draft={editor.dirty && editor.editing?.setting.id === template.id ? editor.editing.text : undefined}
          onClose={() => {
            setPreviewing(false);
          }}
        />
      )}
      {looked !== undefined && (
        <VersionsDialog
          setting={looked}
          onClose={() => {
            setVersionsOf(undefined);
          }}
        />
      )}
      <UnsavedDialog editor={editor} leaving={leaving} />
    </>
  );
}

function Claims({ children }: { children: readonly React.ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-labelledby="claims" className={styles.claims}>
      <div className={styles.groupHead}>
        <h2 id="claims">Marketing claims</h2>
        <p>What the landing page says about the product. A claim that is switched off is not shown.</p>
      </div>
      <div className={styles.cards}>{children}</div>
    </section>
  );
}
