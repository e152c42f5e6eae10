// Downloads that prove a signature: the sealed document and the evidence.
import { Download, FileBadge } from 'lucide-react';
import { getDownloadDocumentUrl, getDownloadEvidenceUrl } from '@/api/gen/evidence/evidence';
import { useDownload } from '@/shared/lib/use-download';
import { Button } from '@/shared/ui/button';
import styles from './signing.module.css';

export function SignedDocumentButton({ proposalId }: { proposalId: string }) {
  const { run, busy } = useDownload('The document could not be downloaded');
  return (
    <Button
      icon={<Download size={18} aria-hidden />}
      busy={busy}
      onClick={() => {
        run(getDownloadDocumentUrl(proposalId), 'signed-proposal.pdf');
      }}
    >
      Download Signed PDF
    </Button>
  );
}

export function SignedFiles({ proposalId }: { proposalId: string }) {
  const { run, busy } = useDownload('The evidence could not be downloaded');
  return (
    <div className={styles.files}>
      <h2>Proof of the signature</h2>
      <p className={styles.quiet}>
        The sealed document is the file that was mailed to both sides. The evidence contains every event, and
        can be verified without Proffer.
      </p>
      <SignedDocumentButton proposalId={proposalId} />
      <Button
        icon={<FileBadge size={18} aria-hidden />}
        busy={busy}
        onClick={() => {
          run(getDownloadEvidenceUrl(proposalId), 'evidence.json');
        }}
      >
        Download Evidence
      </Button>
    </div>
  );
}
