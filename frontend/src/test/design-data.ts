// Designs as API responses; tests change the relevant part.
import type { DesignPreview, ProposalTemplate, TemplatePreferences } from '@/api/gen/model';

const html = '<section data-kind="summary"><h2>Overview</h2><p>A short text.</p></section>';

export const templates: ProposalTemplate[] = [
  {
    id: '5d2f0b1e-0001-7000-8000-000000000001',
    name: 'Ledger',
    description: 'Clear and businesslike.',
    cssTemplate: '.doc h2{color:#3498db}',
    htmlStructure: html,
    colorVariables: { primary: '#3498db', secondary: '#2c3e50', accent: '#f8f9fa' },
    category: 'business',
    layouts: ['default', 'compact', 'sidebar'],
    fonts: ['Segoe UI', 'Georgia', 'Hanken Grotesk'],
    isActive: true,
    sortOrder: 1,
  },
  {
    id: '5d2f0b1e-0005-7000-8000-000000000005',
    name: 'Studio',
    description: 'Loud where it should be.',
    cssTemplate: '.doc h2{color:#5a35e0}',
    htmlStructure: html,
    colorVariables: { primary: '#5a35e0', secondary: '#1b1330', accent: '#ffdf5d' },
    category: 'creative',
    layouts: ['default', 'compact'],
    fonts: ['Hanken Grotesk', 'Segoe UI', 'Georgia'],
    isActive: true,
    sortOrder: 5,
  },
];

export const preferences: TemplatePreferences = {
  templateId: '5d2f0b1e-0001-7000-8000-000000000001',
  primaryColor: '#3498db',
  secondaryColor: '#2c3e50',
  accentColor: '#f8f9fa',
  layoutStyle: 'default',
  fontFamily: 'Segoe UI',
  isActive: true,
  etag: 'design-1',
};

export const preview: DesignPreview = {
  css: '.doc{--doc-primary:#5a35e0}',
  repairs: [{ role: 'Headings', asked: '#ffd60a', used: '#8a6d00', contrast: '1.41' }],
  refusals: [
    { css: 'display: none;', message: 'A design cannot hide, move or replace the content of the proposal.' },
  ],
};
