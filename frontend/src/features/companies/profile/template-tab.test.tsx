import { screen, within } from '@testing-library/react';
import { type HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getGetTemplatePreferencesMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getSaveTemplatePreferencesMockHandler,
} from '@/api/gen/companies/companies.msw';
import type { DesignInput } from '@/api/gen/model';
import { preferences, preview, templates } from '@/test/design-data';
import { failing } from '@/test/handlers';
import { name, tab, openCompany, keeping } from '@/test/company-profile';

describe('Template Design', () => {
  const designs = [
    getListProposalTemplatesMockHandler([...templates].reverse()),
    getGetTemplatePreferencesMockHandler(preferences),
    getPreviewDesignMockHandler(preview),
  ];
  const design = (...handlers: HttpHandler[]) =>
    openCompany('/company/profile?tab=template', ...handlers, ...designs);

  it('shows the templates in their order with category, and saves the choice', async () => {
    const asked: DesignInput[] = [];
    const { user } = design(
      getSaveTemplatePreferencesMockHandler(async ({ request }) => {
        asked.push((await request.json()) as DesignInput);
        return preferences;
      }),
    );
    const cards = await screen.findAllByRole('radio');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['Ledger', 'Studio']);
    expect(screen.getByText('creative')).toBeVisible();
    // Arrow keys move between the cards.
    cards[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(cards[1]).toBeChecked();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Layout' }), 'compact');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Template updated successfully!')).toBeVisible();
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(asked).toEqual([
      {
        templateId: templates[1]?.id,
        primaryColor: '#5a35e0',
        secondaryColor: '#1b1330',
        accentColor: '#ffdf5d',
        layoutStyle: 'compact',
        fontFamily: 'Hanken Grotesk',
        isActive: true,
        etag: preferences.etag,
      },
    ]);
  });

  it('is saved with the profile, and lost with it', async () => {
    const { handler } = keeping();
    const { user, router } = design(handler, getSaveTemplatePreferencesMockHandler(preferences));
    await user.click(await screen.findByRole('radio', { name: 'Studio' }));
    await user.click(tab('Company Info'));
    await user.type(await name(), ' AB');
    void router.navigate('/clients');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Company Info: Company name',
      'Template Design',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Keep Editing' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Company profile updated successfully! Template updated successfully!'),
    ).toBeInTheDocument();
  });

  it('says when saving failed', async () => {
    const { user } = design(
      failing('post', '/api/user-template-preferences', { status: 500, code: 'internal', message: 'Oops' }),
    );
    await user.click(await screen.findByRole('radio', { name: 'Studio' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to save template. Please try again.')).toBeVisible();
    expect(await screen.findByText('Unsaved changes')).toBeInTheDocument();
  });

  it('can be asked for again where it could not be loaded', async () => {
    design(failing('get', '/api/proposal-templates', { status: 500, code: 'internal', message: 'Oops' }));
    expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
  });

  it('is where the settings had it', async () => {
    const { router } = openCompany('/settings/brand', ...designs);
    await screen.findAllByRole('radio');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/company/profile?tab=template',
    );
  });
});
