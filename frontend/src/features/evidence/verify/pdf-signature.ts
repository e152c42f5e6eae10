// The signature of a sealed PDF, by the rules of the server's `domain/src/evidence/sealed_pdf.rs` and
// `domain/src/seal/cms.rs`: the container is written again from its parts and must be the same.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  childrenOf,
  element,
  elementAt,
  elementsOf,
  integer,
  isSame,
  objectId,
  octets,
  sequence,
  setOf,
  type Element,
} from './der';
import { publicKeyOf, verifies } from './sealing-key';

export const SIGNATURE_LINE = '\n%proffer-signature-1\n';

const DATA = objectId('2a864886f70d010701');
const SIGNED_DATA = objectId('2a864886f70d010702');
const CONTENT_TYPE = objectId('2a864886f70d010903');
const MESSAGE_DIGEST = objectId('2a864886f70d010904');
const SIGNING_CERTIFICATE = objectId('2a864886f70d010910022f');
const TIMESTAMP_TOKEN = objectId('2a864886f70d010910020e');
const TIMESTAMP_INFO = objectId('2a864886f70d0109100104');
const SHA_256 = sequence(objectId('608648016503040201'));
const ECDSA = sequence(objectId('2a8648ce3d040302'));

export interface PdfSignature {
  /** The fingerprint of the key. */
  fingerprint: string;
  /** The time that a timestamp authority states; the authority itself is not checked. */
  timestamp?: string;
}

/** The signature from that position on; undefined if it is not valid, or does not cover the file. */
export function signatureOf(pdf: Uint8Array, text: string, from: number): PdfSignature | undefined {
  const begin = text.indexOf('/ByteRange[', from);
  const match = /^\/ByteRange\[0{1,10} (\d{1,10}) (\d{1,10}) (\d{1,10})\]/.exec(
    text.slice(begin, begin + 60),
  );
  const [start, end, length] = (match?.slice(1) ?? []).map(Number);
  if (begin === -1 || start === undefined || end === undefined || length === undefined) return undefined;
  const isWhole = from < start && start + 2 <= end && end + length === pdf.length;
  const digits = text.slice(start + 1, end - 1);
  if (!isWhole || text[start] !== '<' || text[end - 1] !== '>' || !/^(?:[0-9a-f]{2})+$/.test(digits))
    return undefined;
  const bytes = hexToBytes(digits);
  const container = elementAt(bytes, 0);
  if (container === undefined || bytes.subarray(container.whole.length).some((byte) => byte !== 0))
    return undefined;
  const hash = sha256(concatBytes(pdf.subarray(0, start), pdf.subarray(end)));
  return containerOf(container, hash);
}

interface Parts {
  own: Element;
  certificates: Element[];
  signature: Uint8Array;
  token?: Element;
}

function containerOf(container: Element, hash: Uint8Array): PdfSignature | undefined {
  const [, content] = childrenOf(container);
  const data = childrenOf(childrenOf(content)[0]);
  const certificates = childrenOf(data[3]);
  const signer = childrenOf(childrenOf(data[4])[0]);
  const signature = signer[5]?.value;
  const token = childrenOf(childrenOf(childrenOf(signer[6])[0])[1])[0];
  if (signature === undefined) return undefined;
  const rest = { certificates, signature, ...(token !== undefined && { token }) };
  const own = certificates.find((one) => isSame(written({ own: one, ...rest }, hash), container.whole));
  const key = own && publicKeyOf(certificateOf(own)[6]?.whole ?? new Uint8Array());
  if (own === undefined || key === undefined) return undefined;
  if (!verifies(key, setOf(...attributesOf(own, hash)), signature)) return undefined;
  if (token === undefined) return { fingerprint: key.fingerprint };
  const timestamp = timeOf(token, signature);
  return timestamp === undefined ? undefined : { fingerprint: key.fingerprint, timestamp };
}

/** Version, serial number, algorithm, issuer, validity, subject, key. */
const certificateOf = (certificate: Element): Element[] => childrenOf(childrenOf(certificate)[0]);

/** What is signed: the kind of content, its hash, and the certificate. */
const attributesOf = (own: Element, hash: Uint8Array): Uint8Array[] => [
  sequence(CONTENT_TYPE, setOf(DATA)),
  sequence(MESSAGE_DIGEST, setOf(octets(hash))),
  sequence(SIGNING_CERTIFICATE, setOf(sequence(sequence(sequence(octets(sha256(own.whole))))))),
];

function written({ own, certificates, signature, token }: Parts, hash: Uint8Array): Uint8Array {
  const [, serial, , issuer] = certificateOf(own).map(({ whole }) => whole);
  const signer = sequence(
    integer(1),
    sequence(issuer ?? new Uint8Array(), serial ?? new Uint8Array()),
    SHA_256,
    element(0xa0, ...attributesOf(own, hash)),
    ECDSA,
    octets(signature),
    ...(token === undefined ? [] : [element(0xa1, sequence(TIMESTAMP_TOKEN, setOf(token.whole)))]),
  );
  const data = sequence(
    integer(1),
    setOf(SHA_256),
    sequence(DATA),
    element(0xa0, ...certificates.map(({ whole }) => whole)),
    setOf(signer),
  );
  return sequence(SIGNED_DATA, element(0xa0, data));
}

/** The time in a timestamp token of this signature (RFC 3161). */
function timeOf(token: Element, signature: Uint8Array): string | undefined {
  const data = childrenOf(childrenOf(childrenOf(token)[1])[0]);
  const [kind, content] = childrenOf(data[2]);
  const info = childrenOf(elementsOf(childrenOf(content)[0]?.value ?? new Uint8Array())[0]);
  const [algorithm, hash] = childrenOf(info[2]);
  const isThis =
    kind !== undefined &&
    algorithm !== undefined &&
    hash !== undefined &&
    isSame(kind.whole, TIMESTAMP_INFO) &&
    isSame(
      childrenOf(algorithm)[0]?.whole ?? new Uint8Array(),
      elementsOf(SHA_256)[0]?.value ?? new Uint8Array(),
    ) &&
    isSame(hash.value, sha256(signature));
  const time = new TextDecoder().decode(info[4]?.value);
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(time);
  if (!isThis || match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1);
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`;
}
