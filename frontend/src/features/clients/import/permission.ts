/** Whether the user may import clients: that requires adding, changing and uploading. */
export const mayImport = (may: (permission: string) => boolean): boolean =>
  ['clients:create', 'clients:update', 'objects:create'].every(may);
