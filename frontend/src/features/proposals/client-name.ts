// What a client is called on screen: the company, else the person, else the product's stand-in.
interface Named {
  companyName: string;
  firstName: string;
  lastName: string;
}

export const clientName = (client: Named): string =>
  client.companyName.trim() || `${client.firstName} ${client.lastName}`.trim() || 'Unknown Client';
