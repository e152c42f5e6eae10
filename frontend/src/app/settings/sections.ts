// The pages of the settings, in the order of their navigation, and which permission opens each.
import {
  Bell,
  Building2,
  Gauge,
  KeyRound,
  LockKeyhole,
  ScrollText,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { paths } from '@/shared/paths';

export interface Section {
  path: string;
  label: string;
  Icon: typeof UserRound;
  /** Absent: for every signed-in user. */
  permission?: string;
}

export const accountSections: readonly Section[] = [
  { path: paths.accountSettings, label: 'Account', Icon: UserRound },
  { path: paths.securitySettings, label: 'Security', Icon: LockKeyhole },
  { path: paths.notificationSettings, label: 'Notifications', Icon: Bell },
  { path: paths.usage, label: 'AI usage', Icon: Gauge },
];

export const workspaceSections: readonly Section[] = [
  { path: paths.teamSettings, label: 'Team', Icon: UsersRound, permission: 'team:read' },
  { path: paths.workspaceSettings, label: 'Workspace', Icon: Building2, permission: 'workspace:update' },
  { path: paths.ssoSettings, label: 'Single sign-on', Icon: ShieldCheck, permission: 'sso:read' },
  { path: paths.apiKeySettings, label: 'API keys', Icon: KeyRound, permission: 'api_keys:read' },
  { path: paths.auditLog, label: 'Audit log', Icon: ScrollText, permission: 'audit_log:read' },
];

export const sectionAt = (path: string): Section | undefined =>
  [...accountSections, ...workspaceSections].find((section) => section.path === path);
