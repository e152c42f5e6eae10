import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getListAdminSettingsMockHandler,
  getListFailedJobsMockHandler,
  getUpdateAdminSettingMockHandler,
} from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { AdminSetting } from '@/api/gen/model';
import { prompt, reader, renderAdmin } from '@/test/admin-data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';

const PATH = '/admin/settings';
const SUCCESS = 'Setting updated successfully! Preview template automatically refreshed.';
const template: AdminSetting = {
  ...prompt,
  id: '2',
  settingKey: 'default_proposal_template_example',
  settingName: 'Proposal template example',
  settingType: 'template',
  settingValue: '<h1>Hello</h1><script>alert(1)</script>',
};
const rules: AdminSetting = {
  ...prompt,
  id: '3',
  settingKey: 'custom_ai_rules_enabled',
  settingName: 'Custom AI rules',
  settingType: 'switch',
  settingValue: 'false',
};
const claim: AdminSetting = {
  ...prompt,
  id: '4',
  settingKey: 'claim_rating',
  settingName: 'Rating',
  settingType: 'claim',
  settingValue: '4.9/5 rating',
};
const { settingDescription: _, ...bare } = prompt;

/** A server that stores what it receives. */
function open(settings: AdminSetting[], ...handlers: Parameters<typeof renderAdmin>[1][]) {
  const kept = [...settings];
  const sent: unknown[] = [];
  const view = renderAdmin(
    PATH,
    ...handlers,
    getListAdminSettingsMockHandler(() => [...kept]),
    getUpdateAdminSettingMockHandler(async ({ request, params }) => {
      const data = (await request.json()) as Partial<AdminSetting>;
      sent.push({ key: params.settingKey, ...data });
      const at = kept.findIndex(({ settingKey }) => settingKey === params.settingKey);
      const changed = { ...(kept[at] ?? prompt), ...data };
      kept[at] = changed;
      return changed;
    }),
  );
  return { ...view, kept, sent };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const edit = async ({ user }: ReturnType<typeof open>, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return screen.findByRole('textbox', { name: new RegExp(`^Value of ${name}`) });
};
const question = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('settings of the site', () => {
  it('are cards that say all there is to know', async () => {
    open([prompt, { ...bare, id: '9', settingKey: 'other', settingName: 'Other', isActive: false }]);
    const first = await card('Recap prompt');
    expect(first.getByText('Active')).toBeInTheDocument();
    expect(first.getByText('prompt')).toBeInTheDocument();
    expect(first.getByText('How the assistant sorts a pasted meeting recap.')).toBeInTheDocument();
    expect(first.getByText('recap_prompt')).toBeInTheDocument();
    const value = first.getByRole('group', { name: 'Value of Recap prompt' });
    expect(value.tagName).toBe('PRE');
    expect(value.textContent).toBe('You sort recaps.\nBe brief.');
    const second = await card('Other');
    expect(second.getByText('Inactive')).toBeInTheDocument();
    expect(second.queryByText(/pasted meeting recap/)).not.toBeInTheDocument();
  });

  it('say that there are none, and where they come from', async () => {
    open([]);
    expect(await screen.findByText('No settings yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Preview Template' })).not.toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { user } = open(
      [],
      failing('get', '/api/admin/settings', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListAdminSettingsMockHandler([prompt]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Recap prompt')).toBeDefined();
  });

  it('are only looked at by who only reads', async () => {
    open([prompt, rules], getGetCurrentUserMockHandler(reader));
    expect((await card('Recap prompt')).queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
    expect((await card('Recap prompt')).queryByRole('switch')).not.toBeInTheDocument();
    expect((await card('Custom AI rules')).getByRole('switch')).toBeDisabled();
  });
});

describe('editing a setting', () => {
  it('happens in fifteen rows, and is saved', async () => {
    const view = open([prompt]);
    const box = await edit(view, 'Recap prompt');
    expect(box).toHaveAttribute('rows', '15');
    expect(box).toHaveFocus();
    expect(box).toHaveValue(prompt.settingValue);
    expect(screen.queryByRole('group', { name: 'Value of Recap prompt' })).not.toBeInTheDocument();
    await view.user.clear(box);
    await view.user.type(box, 'Be kind.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(SUCCESS)).toBeInTheDocument();
    expect(screen.getByText('Success')).toBeInTheDocument();
    expect(view.sent).toEqual([{ key: 'recap_prompt', settingValue: 'Be kind.', etag: prompt.etag }]);
    expect((await card('Recap prompt')).getByRole('group').textContent).toBe('Be kind.');
  });

  it.each([
    [{ status: 403, code: 'forbidden', message: 'Not allowed.' }, 'Unauthorized', 'Admin access required'],
    [{ status: 500, code: 'internal', message: 'Out of order.' }, 'Error', 'Failed to update setting'],
  ])('keeps what was typed when it fails', async (failure, title, description) => {
    const view = open([prompt], failing('put', '/api/admin/settings/recap_prompt', failure));
    const box = await edit(view, 'Recap prompt');
    await view.user.type(box, ' More.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(description)).toBeInTheDocument();
    expect(screen.getByText(title)).toBeInTheDocument();
    expect(box).toHaveValue(`${prompt.settingValue} More.`);
  });

  it('says at the text what the server does not take', async () => {
    const errors = [{ field: 'settingValue', code: 'invalid_prices', message: 'Line 2 is no price.' }];
    const view = open(
      [prompt],
      failing('put', '/api/admin/settings/recap_prompt', {
        status: 422,
        code: 'invalid',
        message: 'That does not fit.',
        errors,
      }),
    );
    const box = await edit(view, 'Recap prompt');
    await view.user.type(box, ' More.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(box).toHaveAccessibleDescription('Line 2 is no price.');
    });
    expect(box).toHaveFocus();
  });

  it('goes on with another setting where nothing was typed', async () => {
    const view = open([prompt, template]);
    await edit(view, 'Recap prompt');
    await edit(view, 'Proposal template example');
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
  });

  it('asks before another setting takes its place', async () => {
    const view = open([prompt, template]);
    const { user } = view;
    await user.type(await edit(view, 'Recap prompt'), ' More.');
    await user.click(screen.getByRole('button', { name: 'Edit Proposal template example' }));
    let asked = await question('Discard your changes?');
    expect(asked.getByText('Recap prompt')).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByRole('textbox')).toHaveValue(`${prompt.settingValue} More.`);
    await user.click(screen.getByRole('button', { name: 'Edit Proposal template example' }));
    asked = await question('Discard your changes?');
    await user.click(asked.getByRole('button', { name: 'Discard Changes' }));
    expect(await screen.findByRole('textbox')).toHaveValue(template.settingValue);
    expect((await card('Recap prompt')).getByRole('group').textContent).toBe(prompt.settingValue);
  });

  it('asks before it is cancelled with something typed, and not otherwise', async () => {
    const view = open([prompt]);
    const { user } = view;
    const box = await edit(view, 'Recap prompt');
    await user.type(box, 'x');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click((await question('Discard your changes?')).getByRole('button', { name: 'Keep Editing' }));
    await user.type(box, '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks before the screen is left', async () => {
    const view = open([prompt], getListFailedJobsMockHandler([]));
    const { user, router } = view;
    await user.type(await edit(view, 'Recap prompt'), ' More.');
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('tab', { name: 'Failed Jobs' }));
    const asked = await question('Leave without saving?');
    expect(router.state.location.pathname).toBe(PATH);
    await user.click(asked.getByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByRole('textbox')).toHaveValue(`${prompt.settingValue} More.`);
    await user.click(screen.getByRole('tab', { name: 'Failed Jobs' }));
    await user.click((await question('Leave without saving?')).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Nothing has failed.')).toBeInTheDocument();
  });

  it('survives that the settings are read again', async () => {
    const view = open([prompt, rules]);
    const box = await edit(view, 'Recap prompt');
    await view.user.type(box, ' More.');
    await view.user.click(screen.getByRole('button', { name: 'Refresh Preview' }));
    expect(await screen.findByText('Settings Refreshed')).toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveValue(`${prompt.settingValue} More.`);
  });
});

describe('what is on or off', () => {
  it('has a switch in place of a text', async () => {
    const view = open([rules]);
    const rulesCard = await card('Custom AI rules');
    const toggle = rulesCard.getByRole('switch', { name: 'Switched on' });
    expect(toggle).not.toBeChecked();
    expect(rulesCard.queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
    await view.user.click(toggle);
    expect(await screen.findByText(SUCCESS)).toBeInTheDocument();
    expect(view.sent).toEqual([{ key: 'custom_ai_rules_enabled', settingValue: 'true', etag: rules.etag }]);
    expect((await card('Custom AI rules')).getByRole('switch', { name: 'Switched on' })).toBeChecked();
  });

  it('is also whether a setting is in use', async () => {
    const view = open([prompt]);
    await view.user.click((await card('Recap prompt')).getByRole('switch', { name: 'In use' }));
    expect(await screen.findByText(SUCCESS)).toBeInTheDocument();
    expect(view.sent).toEqual([
      { key: 'recap_prompt', settingValue: prompt.settingValue, isActive: false, etag: prompt.etag },
    ]);
    expect((await card('Recap prompt')).getByText('Inactive')).toBeInTheDocument();
  });
});

describe('marketing claims', () => {
  it('stand under a heading of their own, and are one line each', async () => {
    const view = open([prompt, claim]);
    const claims = within(await screen.findByRole('region', { name: 'Marketing claims' }));
    expect(claims.getByRole('heading', { name: 'Rating' })).toBeInTheDocument();
    expect(claims.queryByRole('heading', { name: 'Recap prompt' })).not.toBeInTheDocument();
    const line = await edit(view, 'Rating');
    expect(line.tagName).toBe('INPUT');
    expect(line).toHaveAttribute('maxlength', '120');
    await view.user.clear(line);
    await view.user.type(line, '5/5 rating{Enter}');
    expect(await screen.findByText(SUCCESS)).toBeInTheDocument();
    expect(view.sent).toEqual([{ key: 'claim_rating', settingValue: '5/5 rating', etag: claim.etag }]);
  });

  it('can each be switched off', async () => {
    const view = open([claim]);
    await view.user.click((await card('Rating')).getByRole('switch', { name: 'Shown on the site' }));
    expect(await screen.findByText(SUCCESS)).toBeInTheDocument();
    expect(view.sent).toEqual([
      { key: 'claim_rating', settingValue: '4.9/5 rating', isActive: false, etag: claim.etag },
    ]);
  });

  it('have no heading where there are none', async () => {
    open([prompt]);
    await card('Recap prompt');
    expect(screen.queryByRole('heading', { name: 'Marketing claims' })).not.toBeInTheDocument();
  });
});

describe('the preview of the template', () => {
  it('shows it in a frame that no script leaves', async () => {
    const { user } = open([template]);
    await user.click(await screen.findByRole('button', { name: 'Preview Template' }));
    const dialog = await question('Template Preview');
    const frame = dialog.getByTitle<HTMLIFrameElement>('Proposal template example');
    expect(frame.tagName).toBe('IFRAME');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('srcdoc', template.settingValue);
  });

  it('shows what has just been saved', async () => {
    const view = open([template]);
    const { user } = view;
    expect(await screen.findByText(/Changes auto-refresh the preview/)).toBeInTheDocument();
    const box = await edit(view, 'Proposal template example');
    await user.clear(box);
    await user.type(box, '<p>New</p>');
    await user.click(screen.getByRole('button', { name: 'Preview Template' }));
    const before = await question('Template Preview');
    expect(before.getByText('With your changes, which are not saved.')).toBeInTheDocument();
    expect(before.getByTitle('Proposal template example')).toHaveAttribute('srcdoc', '<p>New</p>');
    await user.click(before.getByText('Close'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(SUCCESS);
    await user.click(screen.getByRole('button', { name: 'Preview Template' }));
    const after = await question('Template Preview');
    expect(after.queryByText('With your changes, which are not saved.')).not.toBeInTheDocument();
    expect(after.getByTitle('Proposal template example')).toHaveAttribute('srcdoc', '<p>New</p>');
  });

  it('is refreshed by hand', async () => {
    const view = open([template]);
    await card('Proposal template example');
    view.kept[0] = { ...template, settingValue: '<p>By another user</p>' };
    await view.user.click(screen.getByRole('button', { name: 'Refresh Preview' }));
    expect(await screen.findByText('Settings Refreshed')).toBeInTheDocument();
    expect(screen.getByText('Template preview updated with latest changes')).toBeInTheDocument();
    expect((await card('Proposal template example')).getByText('<p>By another user</p>')).toBeInTheDocument();
  });

  it('says when it could not be refreshed, and keeps what is there', async () => {
    const { user } = open([template]);
    await card('Proposal template example');
    server.use(
      http.get('*/api/admin/settings', async () => {
        await delay(50);
        return new HttpResponse(null, { status: 500 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Refresh Preview' }));
    expect(screen.getByRole('button', { name: 'Refresh Preview' })).toBeDisabled();
    expect(await screen.findByText('Settings not refreshed')).toBeInTheDocument();
    expect(await card('Proposal template example')).toBeDefined();
  });
});
