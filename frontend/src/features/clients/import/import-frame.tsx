// The frame of the import pages: the heading, the link back, and a message for users without
// permission.
import { ArrowLeft, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { mayImport } from './permission';

interface ImportFrameProps {
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function ImportFrame({ lead, narrow = false, children }: ImportFrameProps) {
  const allowed = mayImport(useMay());
  return (
    <Page
      title="Import Clients"
      lead={allowed ? lead : undefined}
      narrow={narrow}
      actions={
        <ButtonLink to={paths.clients} variant="ghost" icon={<ArrowLeft aria-hidden size={17} />}>
          Back to Clients
        </ButtonLink>
      }
    >
      {allowed ? (
        children
      ) : (
        <Notice art={<LockKeyhole size={52} strokeWidth={1.4} />} title="Your role cannot import clients">
          <p>An admin of this workspace can give you one that can.</p>
        </Notice>
      )}
    </Page>
  );
}
