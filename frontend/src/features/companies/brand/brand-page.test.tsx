import { screen } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import {
  getGetTemplatePreferencesMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getSaveTemplatePreferencesMockHandler,
} from '@/api/gen/companies/companies.msw';
import type { DesignInput } from '@/api/gen/model';
import { preferences, preview, templates } from '@/test/design-data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const open = (...handlers: HttpHandler[]) =>
  renderRoute(
    '/settings/brand',
    ...handlers,
    getListProposalTemplatesMockHandler([...templates].reverse()),
    getGetTemplatePreferencesMockHandler(preferences),
    getPreviewDesignMockHandler(preview),
  );

test('shows the templates in their order with category, and saves the choice', async () => {
  const asked: DesignInput[] = [];
  const { user } = open(
    getSaveTemplatePreferencesMockHandler(async ({ request }) => {
      asked.push((await request.json()) as DesignInput);
      return preferences;
    }),
  );
  const cards = await screen.findAllByRole('radio');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['Ledger', 'Studio']);
  expect(screen.getByText('creative')).toBeVisible();
  // Arrow keys go through the cards.
  cards[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(cards[1]).toBeChecked();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Layout' }), 'compact');
  await user.click(screen.getByRole('button', { name: 'Save Template' }));
  expect(await screen.findByText('Template updated successfully!')).toBeVisible();
  expect(asked).toEqual([
    {
      templateId: templates[1]?.id,
      primaryColor: '#5a35e0',
      secondaryColor: '#1b1330',
      accentColor: '#ffdf5d',
      layoutStyle: 'compact',
      fontFamily: 'Hanken Grotesk',
      isActive: true,
    },
  ]);
});

test('says when saving failed', async () => {
  const { user } = open(
    failing('post', '/api/user-template-preferences', { status: 500, code: 'internal', message: 'Oops' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Save Template' }));
  expect(await screen.findByText('Failed to save template. Please try again.')).toBeVisible();
});

test('designs that could not be loaded can be asked for again', async () => {
  open(failing('get', '/api/proposal-templates', { status: 500, code: 'internal', message: 'Oops' }));
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});
