/** The refusals of a device, each with whether it closes the connection afterwards. */
export const deviceErrors = {
  "bad-frame": { closes: true, about: "the bytes are no frame of this protocol" },
  "too-large": { closes: true, about: "the frame is longer than its kind may be" },
  "bad-message": { closes: true, about: "the frame holds no message that a client may send" },
  version: { closes: true, about: "the client speaks another version" },
  "wrong-order": { closes: true, about: "something came before `hello`, or `hello` came twice" },
  "too-many": { closes: true, about: "too many sessions at once, or too many messages a second" },
  silent: { closes: true, about: "nothing came for too long" },
  "wrong-passcode": { closes: false, about: "the proof does not fit; `wait_ms` says when the next one is judged" },
  "too-early": { closes: false, about: "a proof came before the wait was over, and was not judged" },
  "bad-ticket": { closes: true, about: "the ticket is used up, too old, or none" },
  "auth-required": { closes: false, about: "the passcode has not been proven in this session" },
  "no-mac": { closes: false, about: "a wake without a MAC, and none is bound" },
  "not-newer": { closes: false, about: "the build is not above the one that runs" },
  "bad-image": { closes: false, about: "size or chunk is out of bounds" },
  "no-upload": { closes: false, about: "a chunk or commit came without a begin in this session" },
  "wrong-chunk": {
    closes: false,
    about: "not the next chunk, or not as long as it must be; `next` says which is next",
  },
  "bad-chunk": { closes: false, about: "the MD5 of the chunk does not fit its bytes; `next` says which is next" },
  incomplete: { closes: false, about: "a commit before the last chunk; `next` says which is next" },
  "wrong-hash": { closes: false, about: "the MD5 of the whole image does not fit: all of it is thrown away" },
  unsupported: { closes: false, about: "this device cannot do that" },
  busy: { closes: false, about: "another session uploads, or an image is being installed" },
} as const satisfies Readonly<Record<string, { readonly closes: boolean; readonly about: string }>>

export type DeviceErrorCode = keyof typeof deviceErrors

const isCode = (name: string): name is DeviceErrorCode => Object.hasOwn(deviceErrors, name)
export const deviceErrorCodes: readonly DeviceErrorCode[] = Object.keys(deviceErrors).filter(isCode)

export const closesAfter = (code: DeviceErrorCode): boolean => deviceErrors[code].closes
