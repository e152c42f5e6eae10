// Switching to another workspace. It is a navigation home with an action, so that an editor with
// unsaved text asks first and the old screen is gone before the new workspace's data arrives.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, useNavigation, useSubmit, type ActionFunctionArgs } from 'react-router';
import type { SwitchInput } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { getSwitchWorkspaceMutationOptions } from '@/api/gen/workspaces/workspaces';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { sessionQuery } from '@/shared/session/session';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

/** The route's action. */
export async function switchWorkspace(
  queryClient: QueryClient,
  { request }: ActionFunctionArgs,
): Promise<Response> {
  const data = (await request.json()) as SwitchInput;
  const call = queryClient.getMutationCache().build(queryClient, getSwitchWorkspaceMutationOptions());
  try {
    const user = await call.execute({ data });
    replaceSession(queryClient, user);
    showToast({ title: `You are now in ${user.workspace.name}` });
  } catch (error) {
    toastFailure(error, {
      title: 'Could not switch workspace',
      ...(isProblem(error) &&
        error.code === 'sso_required' && {
          description: 'Its team signs in with single sign-on. Log out, then sign in with it.',
        }),
    });
    // The user may have lost access: reload the list.
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
  return redirect(paths.home);
}

export function useSwitchWorkspace(): (workspaceId: string) => void {
  const submit = useSubmit();
  return (workspaceId) => {
    const data: SwitchInput = { workspaceId };
    void submit({ ...data }, { method: 'post', action: paths.home, encType: 'application/json' });
  };
}

/** Whether a switch is running; no other route has an action. */
export const useIsSwitching = (): boolean => useNavigation().json !== undefined;
