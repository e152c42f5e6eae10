// Export of clients, and on a phone also the import: on wider screens the import has a separate
// button.
import { Download, Ellipsis, FileUp } from 'lucide-react';
import { Link } from 'react-router';
import { getExportClientsUrl } from '@/api/gen/clients/clients';
import { useDownload } from '@/shared/lib/use-download';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Menu } from '@/shared/ui/menu';
import { Spinner } from '@/shared/ui/spinner';

export function TransferMenu({ importing }: { importing: boolean }) {
  const exporting = useMay()('clients:export');
  const csv = useDownload('Export failed');
  if (!importing && !exporting) return null;
  return (
    <Menu
      label="Clients and files"
      edged
      align="end"
      trigger={
        <>
          {csv.busy ? <Spinner size="sm" decorative /> : <Ellipsis aria-hidden size={20} />}
          <span className="visually-hidden">{csv.busy ? 'More, exporting' : 'More'}</span>
        </>
      }
    >
      {importing && (
        <Link to={paths.importClients} role="menuitem" tabIndex={-1}>
          <FileUp aria-hidden size={17} />
          Import clients
        </Link>
      )}
      {exporting && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            if (!csv.busy) csv.run(getExportClientsUrl(), 'clients.csv');
          }}
        >
          <Download aria-hidden size={17} />
          Export all clients
        </button>
      )}
    </Menu>
  );
}
