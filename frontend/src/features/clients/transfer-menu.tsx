// Clients out as a file, and on a phone in from one: where there is room, the import is a button of its own.
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
