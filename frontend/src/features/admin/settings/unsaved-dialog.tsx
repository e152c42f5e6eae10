// Asks before unsaved text is discarded, for another setting or another screen.
import type { useLeaveGuard } from '@/shared/forms/use-leave-guard';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import type { useEditing } from './use-editing';

interface UnsavedDialogProps {
  editor: ReturnType<typeof useEditing>;
  leaving: ReturnType<typeof useLeaveGuard>;
}

export function UnsavedDialog({ editor, leaving }: UnsavedDialogProps) {
  const what = <strong>{editor.editing?.setting.settingName}</strong>;
  if (leaving.asking) {
    return (
      <ConfirmDialog
        title="Leave without saving?"
        action="Leave"
        keep="Keep Editing"
        busy={false}
        onConfirm={leaving.leave}
        onClose={leaving.stay}
      >
        <p>Your changes to {what} are not saved, and are lost if you leave now.</p>
      </ConfirmDialog>
    );
  }
  if (!editor.asking) return null;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      action="Discard Changes"
      keep="Keep Editing"
      busy={false}
      onConfirm={editor.giveUp}
      onClose={editor.keep}
    >
      <p>Your changes to {what} are not saved. One setting can be edited at a time.</p>
    </ConfirmDialog>
  );
}
