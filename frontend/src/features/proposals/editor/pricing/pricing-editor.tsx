// The prices of a proposal as data: groups, lines and terms on one side, their totals on the other.
// The server's engine calculates; input stays until it is saved or discarded explicitly.
import { useQueryClient } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { FileText, Plus } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { PricingTable, Proposal } from '@/api/gen/model';
import { getGetProposalQueryKey, useSavePricing } from '@/api/gen/proposals/proposals';
import { isProblem } from '@/api/problem';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { formatMoney } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useReturnFocus } from '@/shared/ui/use-return-focus';
import { useEditorSession } from '../session';
import { changed } from './changes';
import {
  draftOf,
  errorsAt,
  isBlank,
  sameDraft,
  sentOf,
  type FieldErrors,
  type GroupDraft,
  type PricingDraft,
} from './draft';
import { GroupCard } from './group-card';
import { useKeptPrices } from './kept-prices';
import { PreviewPane } from './preview-pane';
import styles from './pricing-editor.module.css';
import { ReadPrices } from './read-prices';
import { TermsForm } from './terms-form';
import { usePreview } from './use-preview';

interface Props {
  proposal: Proposal;
  onClose: () => void;
}

type Asking =
  { what: 'leave' } | { what: 'remove group'; group: GroupDraft } | { what: 'conflict'; version: number };

export function PricingEditor({ proposal, onClose }: Props) {
  useReturnFocus();
  const kept = useKeptPrices(proposal.id);
  const [opened] = useState(() => ({
    version: kept.found?.version ?? proposal.version,
    table: kept.found?.table ?? JSON.stringify(proposal.pricing),
    draft: draftOf(proposal.pricing),
  }));
  const [draft, dispatch] = useReducer(changed, kept.found?.draft ?? opened.draft);
  const [restored, setRestored] = useState(kept.found !== undefined);
  const [asking, setAsking] = useState<Asking>();
  const [reading, setReading] = useState(false);
  const [fresh, setFresh] = useState<string>();
  const preview = usePreview(draft);
  const form = useRef<HTMLDivElement>(null);
  const { saving, save, refused } = useSaving(proposal, opened, draft, {
    onConflict: (version) => {
      setAsking({ what: 'conflict', version });
    },
    onSaved: () => {
      leave();
    },
  });
  const { reload } = useEditorSession();

  const dirty = !sameDraft(draft, opened.draft);
  const errors = refused ?? preview.errors;
  const wrong = Object.values(errors).reduce((count, fields) => count + Object.keys(fields ?? {}).length, 0);
  const items = draft.groups.flatMap((group) => group.items);
  const empty = items.every(isBlank);
  const open = items.filter((item) => !item.confirmed).length;
  const amounts = new Map(preview.shown?.totals.lines.map(({ itemId, amount }) => [itemId, amount]));

  const leave = () => {
    kept.forget();
    onClose();
  };
  const requestClose = () => {
    if (dirty) setAsking({ what: 'leave' });
    else leave();
  };
  const keep = useEffectEvent(() => {
    const { version, table } = opened;
    if (dirty) kept.keep({ version, table, draft });
    else kept.forget();
  });
  useEffect(() => {
    keep();
  }, [draft]);
  const removeItem = useCallback((id: string) => {
    const rows = [...(form.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const at = rows.findIndex((row) => row.dataset.item === id);
    const next = rows[at + 1] ?? rows[at - 1];
    dispatch({ do: 'remove item', id });
    const target = next?.querySelector('input') ?? form.current;
    target?.focus();
  }, []);
  const removeGroup = useCallback((group: GroupDraft) => {
    if (group.items.every(isBlank)) dispatch({ do: 'remove group', id: group.id });
    else setAsking({ what: 'remove group', group });
  }, []);
  const add = (table: PricingTable) => {
    const read = draftOf(table);
    const count = read.groups.reduce((sum, group) => sum + group.items.length, 0);
    if (empty) {
      dispatch({ do: 'replace', draft: read });
    } else {
      // After a change of currency the amounts must be confirmed again.
      const foreign = read.currency !== draft.currency;
      const groups = read.groups.map((group) => ({
        ...group,
        items: group.items.map((item) => ({ ...item, confirmed: item.confirmed && !foreign })),
      }));
      dispatch({ do: 'append', groups });
    }
    setReading(false);
    showToast({
      title: 'Prices read',
      description: `${count} ${count === 1 ? 'line was' : 'lines were'} added. Nothing is saved yet.`,
    });
  };
  const focusFirstError = () => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  // A refusal moves the focus to its field.
  useLayoutEffect(() => {
    if (refused !== undefined) focusFirstError();
  }, [refused]);

  const total = preview.shown?.totals;
  return (
    <Drawer
      open
      title="Prices"
      placement="right"
      size="min(1360px, 100vw)"
      className={styles.drawer}
      onClose={requestClose}
      mask={{ closable: !dirty }}
      footer={
        <div className={styles.footer}>
          <div className={styles.sum} role="status">
            {wrong > 0 ? (
              <button type="button" className={styles.wrong} onClick={focusFirstError}>
                {wrong === 1 ? 'One field needs correction' : `${wrong} fields need correction`}
              </button>
            ) : (
              !empty &&
              total && (
                <span className={preview.stale ? styles.stale : undefined}>
                  {total.totalLabel} <strong>{formatMoney(total.totalAmount, draft.currency)}</strong>
                </span>
              )
            )}
          </div>
          <Button onClick={requestClose}>Cancel</Button>
          <Button variant="primary" busy={saving} disabled={!dirty} onClick={() => void save()}>
            Save Prices
          </Button>
        </div>
      }
    >
      <div className={styles.layout}>
        <div ref={form} tabIndex={-1} className={styles.form}>
          {restored && (
            <KeptNotice
              onStartOver={() => {
                dispatch({ do: 'replace', draft: opened.draft });
                setRestored(false);
              }}
            />
          )}
          <TermsForm draft={draft} errors={errors} dispatch={dispatch} />
          {open > 0 && (
            <Callout title={open === 1 ? 'One amount is not confirmed' : `${open} amounts are not confirmed`}>
              Confirm {open === 1 ? 'it' : 'them'} before sending the proposal. Changing an amount also
              confirms it.
            </Callout>
          )}
          {errors['']?.groups !== undefined && <Callout tone="danger">{errors[''].groups}</Callout>}
          {errors['']?.totalAmount !== undefined && <Callout tone="danger">{errors[''].totalAmount}</Callout>}
          {draft.groups.length === 0 && !reading && (
            <p className={styles.nothing}>
              No prices yet. Add a group of lines, or let Proffer read them from your text.
            </p>
          )}
          {draft.groups.map((group, index) => (
            <GroupCard
              key={group.id}
              group={group}
              number={index + 1}
              only={draft.groups.length === 1}
              currency={draft.currency}
              amounts={amounts}
              errors={errors}
              fresh={fresh}
              dispatch={dispatch}
              onAdded={setFresh}
              onRemoveItem={removeItem}
              onRemove={removeGroup}
            />
          ))}
          {reading ? (
            <ReadPrices
              onRead={add}
              onClose={() => {
                setReading(false);
              }}
            />
          ) : (
            <div className={styles.buttons}>
              <Button
                size="sm"
                icon={<Plus size={16} aria-hidden />}
                onClick={() => {
                  dispatch({ do: 'add group' });
                }}
              >
                Add Group
              </Button>
              <Button
                size="sm"
                icon={<FileText size={16} aria-hidden />}
                onClick={() => {
                  setReading(true);
                }}
              >
                Read Prices from Text
              </Button>
            </div>
          )}
        </div>
        <PreviewPane preview={preview} currency={draft.currency} empty={empty} />
      </div>

      {asking?.what === 'leave' && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave Without Saving"
          keep="Keep Editing"
          busy={false}
          onConfirm={leave}
          onClose={() => {
            setAsking(undefined);
          }}
        >
          <p>The prices you changed are not saved yet.</p>
        </ConfirmDialog>
      )}
      {asking?.what === 'remove group' && (
        <ConfirmDialog
          title="Remove this group?"
          action={`Remove ${asking.group.name || 'Group'}`}
          busy={false}
          onConfirm={() => {
            dispatch({ do: 'remove group', id: asking.group.id });
            setAsking(undefined);
          }}
          onClose={() => {
            setAsking(undefined);
          }}
        >
          <p>
            {asking.group.name || 'The group'} goes with{' '}
            {asking.group.items.length === 1 ? 'its line' : `its ${asking.group.items.length} lines`}.
          </p>
        </ConfirmDialog>
      )}
      {asking?.what === 'conflict' && (
        <Dialog title="This proposal was changed">
          <p>
            Another person saved it while you were editing. Your prices are not saved yet, but still here.
          </p>
          <DialogActions>
            <Button onClick={() => void reload().then(leave)}>Use Theirs</Button>
            <Button
              variant="primary"
              busy={saving}
              onClick={() => {
                void save(asking.version).then((again) => {
                  if (!again) setAsking(undefined);
                });
              }}
            >
              Overwrite with Mine
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Drawer>
  );
}

interface After {
  onConflict: (version: number) => void;
  onSaved: () => void;
}

function useSaving(
  proposal: Proposal,
  opened: { version: number; table: string },
  draft: PricingDraft,
  { onConflict, onSaved }: After,
) {
  const { flush, take } = useEditorSession();
  const queryClient = useQueryClient();
  const saving = useSavePricing();
  const [working, setWorking] = useState(false);
  const [refusal, setRefusal] = useState<{ draft: PricingDraft; errors: FieldErrors }>();

  /** Text saved meanwhile does not conflict with these prices; other prices do. */
  const base = () => {
    const now = queryClient.getQueryData<Proposal>(getGetProposalQueryKey(proposal.id)) ?? proposal;
    return JSON.stringify(now.pricing) === opened.table ? now.version : opened.version;
  };

  /** Whether a conflict still stands in the way. */
  const save = async (over?: number): Promise<boolean> => {
    setWorking(true);
    const { input, placeOf } = sentOf(draft);
    try {
      if (!(await flush())) return false;
      take(await saving.mutateAsync({ id: proposal.id, data: { version: over ?? base(), pricing: input } }));
      showToast({ title: 'Success', description: 'Proposal updated successfully!' });
      onSaved();
    } catch (error) {
      const found = isProblem(error) && error.code === 'stale_version' ? error.body.conflict : undefined;
      if (found !== undefined) {
        onConflict(found.currentVersion);
        return true;
      }
      if (isProblem(error) && error.errors.length > 0)
        setRefusal({ draft, errors: errorsAt(error.errors, placeOf) });
      toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
    } finally {
      setWorking(false);
    }
    return false;
  };

  // A refusal is cleared as soon as another value is typed.
  const refused = refusal?.draft === draft ? refusal.errors : undefined;
  return { saving: working, save, refused };
}
