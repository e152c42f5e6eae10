// Checks of a file before it is uploaded. The server repeats them, and checks the content.
import { saveFile } from '@/shared/lib/download';
import { formatBytes } from '@/shared/lib/format-bytes';

const MAX_BYTES = 10 * 1024 * 1024;

const WORKBOOK = /\.(xlsx?|xlsm|ods|numbers)$/i;

/** The error, and how to fix it. */
export function fileFault({ name, size }: File): string | undefined {
  if (WORKBOOK.test(name))
    return 'This is a spreadsheet, not a CSV file. In the program that made it, choose Save as or Export, then CSV.';
  if (size === 0) return 'This file is empty.';
  if (size > MAX_BYTES)
    return `This file has ${formatBytes(size)}. Up to 10 MB can be read: divide it into several files.`;
  return undefined;
}

const EXAMPLE = [
  'Company name,First name,Last name,Email,Phone,Address,Website,Description',
  'Harbor & Pine,Marguerite,Delacroix,marguerite@harborpine.example,+1 555 0100,"4 Quay Street, Portland",harborpine.example,Furniture from local wood',
  'Northwind Dental,Mia,Öz,mia@northwind.example,,,northwind.example,',
];

/**
 * Saves a template file to fill in. The byte order mark tells spreadsheet programs that it is
 * UTF-8.
 */
export function saveExample(): void {
  const text = `\uFEFF${EXAMPLE.join('\r\n')}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'clients-example.csv');
}
