import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto"

/**
 * The identity of a device on its network: a key pair with a self-signed certificate. No authority vouches for the
 * certificate. Clients remember the fingerprint of the key by the device's `did` (SEC-5).
 */
export interface Identity {
  /** Private key, PKCS #8 in PEM. */
  readonly key: string
  /** Certificate, PEM. */
  readonly certificate: string
  /** SHA-256 of the public key (SubjectPublicKeyInfo in DER), lower-case hexadecimal. */
  readonly fingerprint: string
}

const SERIAL_BYTES = 16
/** OID 1.2.840.10045.4.3.2, ecdsa-with-SHA256. */
const ECDSA_SHA256 = Buffer.from("06082a8648ce3d040302", "hex")
/** OID 2.5.4.3, commonName. */
const COMMON_NAME = Buffer.from("0603550403", "hex")
const NAME = "Sightline device"
/** The certificate never expires, because a device may have no clock when it creates it. */
const FROM = "20200101000000Z"
const UNTIL = "99991231235959Z"

const tags = {
  integer: 0x02,
  bitString: 0x03,
  utf8: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))
const bits = (bytes: Uint8Array): Buffer => der(tags.bitString, Buffer.from([0]), bytes)

const certify = (key: string, publicKey: Buffer): string => {
  const serial = randomBytes(SERIAL_BYTES)
  // The serial number must be positive and without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  const algorithm = der(tags.sequence, ECDSA_SHA256)
  const name = der(tags.sequence, der(tags.set, der(tags.sequence, COMMON_NAME, text(tags.utf8, NAME))))
  const validity = der(tags.sequence, text(tags.generalizedTime, FROM), text(tags.generalizedTime, UNTIL))
  const version = der(tags.version, der(tags.integer, Buffer.from([2])))
  const content = der(tags.sequence, version, der(tags.integer, serial), algorithm, name, validity, name, publicKey)
  const signature = sign("sha256", content, createPrivateKey(key))
  const body = der(tags.sequence, content, algorithm, bits(signature)).toString("base64")
  const lines = body.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`
}

/** SHA-256 of a public key, lower-case hexadecimal. */
const fingerprintOf = (publicKey: Uint8Array): string => createHash("sha256").update(publicKey).digest("hex")

/** A new key on P-256 and its certificate. */
export const makeIdentity = (): Identity => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  const spki = publicKey.export({ type: "spki", format: "der" })
  return { key, certificate: certify(key, spki), fingerprint: fingerprintOf(spki) }
}

/** The identity of a stored key and certificate. Undefined when they are damaged or do not match. */
export const readIdentity = (key: string, certificate: string): Identity | undefined => {
  try {
    const kept = new X509Certificate(certificate)
    if (!kept.checkPrivateKey(createPrivateKey(key))) return undefined
    const spki = createPublicKey(key).export({ type: "spki", format: "der" })
    return { key, certificate, fingerprint: fingerprintOf(spki) }
  } catch {
    return undefined
  }
}
