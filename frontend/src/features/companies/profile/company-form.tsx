// The form of the company profile, in five tabs. One form, one save: changing tabs loses nothing, and leaving asks first.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useUpdateCompany } from '@/api/gen/companies/companies';
import type { Company } from '@/api/gen/model';
import { isSignedOut } from '@/api/problem';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { useLeaveGuard } from '@/shared/forms/use-leave-guard';
import { changedOf, SavingStopped, useSaveChanges } from '@/shared/forms/use-save-changes';
import { zodErrors } from '@/shared/forms/zod-errors';
import { companyQuery } from '@/shared/session/company';
import { sessionQuery, useMay } from '@/shared/session/session';
import { Panel } from '@/shared/ui/panel';
import { Tabs } from '@/shared/ui/tabs';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { companyRules, LABELS, valuesOf, type CompanyValues } from '../company-fields';
import styles from '../company-form.module.css';
import { InfoTab } from './info-tab';
import { LeaveDialog } from './leave-dialog';
import { SaveBar } from './save-bar';
import { changesOf, tabOf, TABS, type TabKey } from './tabs';
import { TemplateTab } from './template-tab';
import { RulesTab, TermsTab, TrustTab } from './text-tabs';
import { DESIGN_LABELS, useDesign } from './use-design';
import { useTab } from './use-tab';

export function CompanyForm({ company }: { company: Company }) {
  const [tab, setTab] = useTab();
  const queryClient = useQueryClient();
  const may = useMay();
  const update = useUpdateCompany();
  const design = useDesign(tab === 'template');
  const allowed = may('company:update');
  // The values when the form was opened. The cached ones may belong to another session, and were
  // not on this screen.
  const [opened, setOpened] = useState(company);
  const stored = valuesOf(opened);
  const changing = useSaveChanges();

  const saveProfile = async (values: CompanyValues) => {
    const saved = await changing.save(form.etag, changedOf(values, stored), (data) =>
      update.mutateAsync({ data }),
    );
    setOpened(saved);
    queryClient.setQueryData(companyQuery.queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    form.replace(values, valuesOf(saved));
  };
  const saveDesign = async (): Promise<boolean> => {
    try {
      await design.save();
      return true;
    } catch (error) {
      if (error instanceof SavingStopped) return false;
      toastFailure(error, { title: 'Error', description: 'Failed to save template. Please try again.' });
      return false;
    }
  };

  const form = useForm({
    initial: stored,
    keep: { name: `company.${company.id}`, etag: opened.etag },
    validate: zodErrors(companyRules),
    onInvalid: (field) => {
      setTab(tabOf(field));
    },
    onSubmit: async (data) => {
      const said: string[] = [];
      const profileChanged = changesOf(data, stored, false).length > 0;
      if (profileChanged || !design.dirty) {
        await saveProfile(data);
        said.push('Company profile updated successfully!');
      }
      if (design.dirty) {
        if (!(await saveDesign())) return;
        said.push('Template updated successfully!');
      }
      showToast({ title: 'Success', description: said.join(' ') });
    },
    onFail: (error) => {
      if (isSignedOut(error)) return;
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to update company profile. Please try again.',
      });
    },
  });
  const changes = changesOf(form.values, stored, design.dirty);
  const guard = useLeaveGuard(allowed && changes.length > 0);
  const leave = () => {
    form.forget();
    guard.leave();
  };

  // Scrolls the open tab into view if the list of tabs is longer than the screen.
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const open = frame.current?.querySelector('[role="tab"][aria-selected="true"]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);

  const panels: Record<TabKey, ReactNode> = {
    info: <InfoTab company={company} form={form} readOnly={!allowed} />,
    trust: <TrustTab bind={form.field} company={company} />,
    // Not while it is closed: its small documents have no size there.
    template: tab === 'template' && <TemplateTab design={design} />,
    terms: <TermsTab bind={form.field} />,
    rules: <RulesTab bind={form.field} enabled={company.customAiRulesEnabled} />,
  };

  return (
    <form {...form.formProps} className={styles.form}>
      {!allowed && (
        <p className={styles.readOnly}>Only the owner and admins of the workspace can change this profile.</p>
      )}
      {form.restored && <KeptNotice onStartOver={form.startOver} />}
      <fieldset ref={frame} className={styles.fieldset}>
        <Tabs
          id="company"
          label="Company profile"
          open={tab}
          onOpen={setTab}
          keepClosed
          tabs={TABS.map(({ key, label }) => ({
            key,
            label,
            panel: (
              <Panel>
                <fieldset disabled={!allowed} className={styles.fieldset}>
                  <div className={styles.fields}>{panels[key]}</div>
                </fieldset>
              </Panel>
            ),
          }))}
        />
        {allowed && <SaveBar changes={changes} saving={form.submitting} />}
      </fieldset>
      <ConflictDialog question={changing.question} labels={LABELS} />
      <ConflictDialog
        question={design.question}
        labels={DESIGN_LABELS}
        nameOf={(value) => design.templates?.find(({ id }) => id === value)?.name}
      />
      {guard.asking && <LeaveDialog changes={changes} onStay={guard.stay} onLeave={leave} />}
    </form>
  );
}
