export * from './assistant/assistant';
export * from './billing/billing';
export * from './clients/clients';
export * from './companies/companies';
export * from './identity/identity';
export * from './proposals/proposals';
export * from './sharing/sharing';
export * from './workspaces/workspaces';
