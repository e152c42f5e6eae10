export * from './assistant/assistant.zod';
export * from './billing/billing.zod';
export * from './clients/clients.zod';
export * from './companies/companies.zod';
export * from './identity/identity.zod';
export * from './proposals/proposals.zod';
export * from './sharing/sharing.zod';
export * from './workspaces/workspaces.zod';
