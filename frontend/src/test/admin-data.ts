// Sample responses about the site, and its dashboard rendered for an administrator.
import type { HttpHandler } from 'msw';
import { getGetAdminSummaryMockHandler } from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type {
  AdminJob,
  AdminSetting,
  AdminSummary,
  AdminUser,
  CurrentUser,
  MailDelivery,
} from '@/api/gen/model';
import { user as ada } from './data';
import { renderRoute } from './render';

export const administrator: CurrentUser = {
  ...ada,
  isAdmin: true,
  permissions: [...ada.permissions, 'site:read', 'site:update'],
};

/** May read the dashboard, but change nothing. */
export const reader: CurrentUser = { ...ada, permissions: [...ada.permissions, 'site:read'] };

export const summary: AdminSummary = {
  month: '2026-11',
  totalUsers: 1204,
  activeThisMonth: 37,
  totalCostUsd: '12.3456',
  totalTokens: 1234567,
};

export const mia: AdminUser = {
  id: '0197a1b2-0000-7000-8000-000000000401',
  firstName: 'Mia',
  lastName: 'Öz',
  email: 'mia@northwind.example',
  isAdmin: false,
  emailVerified: true,
  createdAt: '2026-11-17T12:00:00.000Z',
  currentMonthUsage: {
    requestCount: 1200,
    totalTokensUsed: 345678,
    totalCostUsd: '1.2345',
    isBlocked: false,
  },
};

export const prompt: AdminSetting = {
  id: '0197a000-0000-7000-8000-000000000501',
  settingKey: 'recap_prompt',
  settingName: 'Recap prompt',
  settingDescription: 'How the assistant sorts a pasted meeting recap.',
  settingValue: 'You sort recaps.\nBe brief.',
  settingType: 'prompt',
  isActive: true,
  version: 3,
  etag: 'setting-1',
  createdAt: '2026-11-17T12:00:00.000Z',
  updatedAt: '2026-11-19T12:00:00.000Z',
};

export const failedJob: AdminJob = {
  workspaceId: '0197a000-0000-7000-8000-000000000201',
  workspaceName: 'Harbor Studio',
  id: '0197a000-0000-7000-8000-000000000601',
  task: 'seal_pdf',
  what: 'Seal a signed proposal',
  state: 'failed',
  attempts: 5,
  maxAttempts: 5,
  lastError: 'The storage did not answer in 30 s.',
  createdAt: '2026-11-19T12:00:00.000Z',
  finishedAt: '2026-11-19T13:00:00.000Z',
};

export const sentMail: MailDelivery = {
  id: '0197a000-0000-7000-8000-000000000701',
  workspaceId: '0197a000-0000-7000-8000-000000000201',
  workspaceName: 'Harbor Studio',
  kind: 'Verify your email',
  recipient: 'm…@harbor.example',
  state: 'sent',
  attempts: 1,
  createdAt: '2026-11-19T12:00:00.000Z',
  sentAt: '2026-11-19T12:00:05.000Z',
};

/** As an administrator, unless a handler says otherwise. */
export const renderAdmin = (path: string, ...handlers: HttpHandler[]) =>
  renderRoute(
    path,
    ...handlers,
    getGetCurrentUserMockHandler(administrator),
    getGetAdminSummaryMockHandler(summary),
  );
