/** Whether somebody may bring clients in: that adds some, changes others, and takes a file. */
export const mayImport = (may: (permission: string) => boolean): boolean =>
  ['clients:create', 'clients:update', 'objects:create'].every(may);
