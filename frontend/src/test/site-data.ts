// The site's values, with every default claim.
import type { Site } from '@/api/gen/model';
import type { ClaimName } from '@/app/site/site';

export const claims: Record<ClaimName, string> = {
  professionals: '1,000+ professionals',
  rating: '4.9/5 rating',
  faster: '90% faster creation',
  under_five: 'Under 5 minutes from meeting to proposal',
  response: '2x response rates',
  unlimited: 'Unlimited clients and proposals',
  links: 'Shareable branded links instead of PDFs',
  signatures: 'Client-side digital signatures',
  notifications: 'Notifications when a proposal is viewed, discussed or signed',
};

export const site: Site = { supportEmail: 'help@proffer.example', claims };
