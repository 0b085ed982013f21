/** Numbers of RFB 3.8 (RFC 6143) and of its registered extensions. */

export const RFB_VERSION = "RFB 003.008\n"
export const RFB_VERSION_BYTES = 12

export const securityTypes = { none: 1, vncAuth: 2, veNCrypt: 19 } as const

/** The types of VeNCrypt: the encryption, and the credentials inside it. */
export const veNCryptTypes = {
  tlsNone: 257,
  tlsVnc: 258,
  tlsPlain: 259,
  x509None: 260,
  x509Vnc: 261,
  x509Plain: 262,
} as const

/** First byte of a message from the client. */
export const clientTypes = {
  setPixelFormat: 0,
  setEncodings: 2,
  updateRequest: 3,
  key: 4,
  pointer: 5,
  cutText: 6,
  continuousUpdates: 150,
  fence: 248,
  xvp: 250,
  setDesktopSize: 251,
  qemu: 255,
} as const

/** First byte of a message from the server. */
export const serverTypes = {
  update: 0,
  bell: 2,
  cutText: 3,
  endOfContinuousUpdates: 150,
  fence: 248,
} as const

export const encodings = {
  raw: 0,
  copyRect: 1,
  tight: 7,
  /** Pseudo-encodings: capabilities of the client. */
  desktopSize: -223,
  cursor: -239,
  qemuKeys: -258,
  desktopName: -307,
  extendedDesktopSize: -308,
  fence: -312,
  continuousUpdates: -313,
  extendedMouseButtons: -316,
  extendedClipboard: -1_063_131_698,
} as const

/** Flags of a fence. */
export const FENCE_REQUEST = 0x80000000
export const FENCE_BLOCK_BEFORE = 1

/** Flags of an extended clipboard message. */
export const clipboardFlags = {
  text: 1,
  caps: 1 << 24,
  request: 1 << 25,
  peek: 1 << 26,
  notify: 1 << 27,
  provide: 1 << 28,
} as const
