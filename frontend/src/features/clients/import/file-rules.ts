// What a file of clients must be before it is worth sending. The server looks again, and inside.
import { saveFile } from '@/shared/lib/download';
import { formatBytes } from '@/shared/lib/format-bytes';

const MAX_BYTES = 10 * 1024 * 1024;

const WORKBOOK = /\.(xlsx?|xlsm|ods|numbers)$/i;

/** What is wrong with it, and what to do. */
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

/** Saves a file as it should be, to fill in. The mark at its beginning tells spreadsheet programs that it is UTF-8. */
export function saveExample(): void {
  const text = `\uFEFF${EXAMPLE.join('\r\n')}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'clients-example.csv');
}
