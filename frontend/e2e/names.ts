// A name server on loopback for verifying mail domains in tests: it answers TXT queries from a
// table.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, AUTHORITATIVE_ANSWER } from 'dns-packet';

export interface NameServer {
  /** The value of the server's resolver setting. */
  address: string;
  /** The TXT records by name. */
  records: Map<string, string>;
  stop: () => Promise<void>;
}

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (message, peer) => {
    const { id, questions = [] } = decode(message);
    const found = questions.flatMap(({ name, type }) => {
      const data = type === 'TXT' ? records.get(name.toLowerCase()) : undefined;
      return data === undefined ? [] : [{ type: 'TXT' as const, name, ttl: 0, data }];
    });
    const rcode = found.length === 0 ? 3 : 0;
    const answer = encode({
      type: 'response',
      id,
      flags: AUTHORITATIVE_ANSWER | rcode,
      questions,
      answers: found,
    });
    socket.send(answer, peer.port, peer.address);
  });
  return {
    address: `127.0.0.1:${String(socket.address().port)}`,
    records,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
