// The display name of a client: the company, otherwise the contact, otherwise the product's placeholder.
interface Named {
  companyName: string;
  firstName: string;
  lastName: string;
}

export const clientName = (client: Named): string =>
  client.companyName.trim() || `${client.firstName} ${client.lastName}`.trim() || 'Unknown Client';
