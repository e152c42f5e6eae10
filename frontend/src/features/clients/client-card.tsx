// One client: contact data and actions.
import { Globe, Mail, Pencil, Phone, Trash2 } from 'lucide-react';
import type { Client } from '@/api/gen/model';
import { formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Avatar } from '@/shared/ui/avatar';
import { ButtonLink, IconButton } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './client-card.module.css';
import { WebsiteStatus } from './website-status';
import { bareAddress } from './words';

interface ClientCardProps {
  client: Client;
  onEdit: (client: Client) => void;
  onDelete: (client: Client) => void;
}

export function ClientCard({ client, onEdit, onDelete }: ClientCardProps) {
  const may = useMay();
  const { companyName, firstName, lastName, email, phone, websiteUrl, scrapedInfo } = client;
  return (
    <Panel className={styles.card}>
      <div className={styles.head}>
        <Avatar names={[companyName]} imageUrl={scrapedInfo?.logoUrl ?? client.logoUrl} square size={48} />
        <div className={styles.names}>
          <h2 className={styles.company}>{companyName}</h2>
          <p>
            {firstName} {lastName}
          </p>
        </div>
        <div className={styles.tools}>
          {may('clients:update') && (
            <IconButton
              label={`Edit ${companyName}`}
              onClick={() => {
                onEdit(client);
              }}
            >
              <Pencil aria-hidden size={17} />
            </IconButton>
          )}
          {may('clients:delete') && (
            <IconButton
              variant="danger"
              label={`Delete ${companyName}`}
              onClick={() => {
                onDelete(client);
              }}
            >
              <Trash2 aria-hidden size={17} />
            </IconButton>
          )}
        </div>
      </div>
      <ul className={styles.contact}>
        <li>
          <Mail aria-hidden size={16} />
          <a href={`mailto:${email}`}>{email}</a>
        </li>
        {phone !== undefined && (
          <li>
            <Phone aria-hidden size={16} />
            <a href={`tel:${phone}`}>{phone}</a>
          </li>
        )}
        {websiteUrl !== undefined && (
          <li>
            <Globe aria-hidden size={16} />
            <a href={websiteUrl} target="_blank" rel="noreferrer">
              {bareAddress(websiteUrl)}
            </a>
          </li>
        )}
      </ul>
      <WebsiteStatus client={client} />
      <div className={styles.foot}>
        <span className={styles.added}>Added {formatShortDate(client.createdAt)}</span>
        {may('proposals:create') && (
          <ButtonLink
            to={paths.newProposal({ clientId: client.id })}
            size="sm"
            aria-label={`New Proposal for ${companyName}`}
          >
            New Proposal
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}

export function ClientCardSkeleton() {
  return (
    <Panel className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="48px" height="48px" />
        <div className={styles.bones}>
          <Skeleton width="70%" height="1.2em" />
          <Skeleton width="45%" />
        </div>
      </div>
      <div className={styles.bones}>
        <Skeleton width="80%" />
        <Skeleton width="50%" />
      </div>
      <div className={styles.foot}>
        <Skeleton width="110px" />
        <Skeleton width="128px" height="36px" />
      </div>
    </Panel>
  );
}
