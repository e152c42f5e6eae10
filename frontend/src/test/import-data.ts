// A client import, and its preview.
import type { ClientImport, ImportPreview } from '@/api/gen/model';

export const clientImport: ClientImport = {
  id: '0197a000-0000-7000-8000-0000000000aa',
  fileName: 'clients.csv',
  state: 'waiting',
  columns: ['Company', 'Contact', 'E-Mail', 'Tel', 'Notes'],
  sample: [
    ['Harbor & Pine', 'Marguerite Anne Delacroix', 'marguerite@harborpine.example', '', ''],
    ['Paperboat', 'Jo Lin', 'jo@paperboat.example', '+1 555 0144', ''],
  ],
  suggested: { companyName: 0, firstName: 1, lastName: 1, email: 2 },
  rowCount: 3,
  processed: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  skippedRows: [],
  createdAt: '2026-11-18T10:00:00.000Z',
};

export const importPreview: ImportPreview = {
  rows: [
    {
      line: 2,
      isNew: true,
      companyName: 'Harbor & Pine',
      firstName: 'Marguerite Anne',
      lastName: 'Delacroix',
      email: 'marguerite@harborpine.example',
    },
    {
      line: 3,
      isNew: false,
      companyName: 'Paperboat',
      firstName: 'Jo',
      lastName: 'Lin',
      email: 'jo@paperboat.example',
      phone: '+1 555 0144',
    },
  ],
  added: 1,
  updated: 1,
  skipped: 1,
  skippedRows: [
    {
      line: 4,
      field: 'email',
      code: 'required',
      message: 'Email is required',
      cells: ['Kestrel Accounting', 'Tom Reed', '', '', ''],
    },
  ],
};
