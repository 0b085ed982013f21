import { createHmac, randomBytes } from "node:crypto"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import { proofText } from "../../src/domain/wire/device/passcode.ts"
import { CONNECT_TIMEOUT_MS } from "../limits.ts"
import { type DeviceLink, openLink } from "./link.ts"
import type { KeyPins } from "./pins.ts"

/** From a connection to an open session: hello, and the passcode where the device has one. */

type Hello = Extract<DeviceMessage, { type: "hello" }>

export interface DeviceSession extends DeviceLink {
  readonly hello: Hello
  /**
   * The time at which the bridge stored the key of the device, ms since 1970. Undefined where an earlier release stored
   * it.
   */
  readonly keySince: number | undefined
  /** True when the key is in the file, so that it outlives the bridge. */
  readonly isKeyKept: boolean
}

export interface ChangedKey {
  readonly known: string
  /** The time at which the bridge stored that key, ms since 1970. Undefined before the first entry from here. */
  readonly since: number | undefined
  readonly offered: string
}

export type Entered =
  | { readonly outcome: "open"; readonly session: DeviceSession }
  /** The device has a passcode, and none was given. */
  | { readonly outcome: "passcode_wanted"; readonly did: string; readonly waitMs: number }
  | { readonly outcome: "wrong_passcode" | "too_early"; readonly did: string; readonly waitMs: number }
  | { readonly outcome: "failed"; readonly reason: Exclude<BridgeReason, "key_changed"> }
  /** The device shows another key than the known one. The bridge sent it nothing. */
  | ({ readonly outcome: "key_changed" } & ChangedKey)

const NONCE_BYTES = 16
/** The values of a session before its key is stored. */
const NOT_KEPT = { keySince: undefined, isKeyKept: false } as const

/** The first message that fits. Undefined when the session or the time ends first. */
const nextMessage = <Found extends DeviceMessage>(
  link: DeviceLink,
  fits: (message: DeviceMessage) => message is Found,
): Promise<Found | undefined> =>
  new Promise((resolve) => {
    const end = (found: Found | undefined): void => {
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const timer = setTimeout(() => end(undefined), CONNECT_TIMEOUT_MS)
    const stop = link.onMessage((message) => {
      if (fits(message)) end(message)
    })
    void link.ended.then(() => end(undefined))
  })

const isHello = (message: DeviceMessage): message is Hello => message.type === "hello"
type Verdict = Extract<DeviceMessage, { type: "welcome" | "denied" }>
const isVerdict = (message: DeviceMessage): message is Verdict =>
  message.type === "welcome" || message.type === "denied"

/** The known key of a device before the bridge enters it. */
type KnownKey = Omit<ChangedKey, "offered">

const failed = async (link: DeviceLink, known: KnownKey | undefined): Promise<Entered> => {
  if (!link.isOver()) {
    link.close()
    return { outcome: "failed", reason: "timed_out" }
  }
  const { reason } = await link.ended
  if (reason !== "key_changed") return { outcome: "failed", reason }
  const { known: before = "", since } = known ?? {}
  return { outcome: "key_changed", known: before, since, offered: link.seal()?.fingerprint ?? "" }
}

const prove = async (link: DeviceLink, hello: Hello, passcode: string): Promise<Entered> => {
  const clientNonce = randomBytes(NONCE_BYTES).toString("hex")
  const binding = link.seal()?.binding ?? ""
  const text = proofText({ did: hello.did, deviceNonce: hello.nonce, clientNonce, binding })
  const proof = createHmac("sha256", passcode).update(text).digest("hex")
  const judged = nextMessage(link, isVerdict)
  link.send({ type: "auth", nonce: clientNonce, proof })
  const verdict = await judged
  if (verdict === undefined) return failed(link, undefined)
  if (verdict.type === "welcome") return { outcome: "open", session: { ...link, hello, ...NOT_KEPT } }
  link.close()
  const outcome = verdict.code === "wrong-passcode" ? "wrong_passcode" : "too_early"
  return { outcome, did: hello.did, waitMs: verdict.wait_ms }
}

export interface WantedDevice {
  readonly did: string
  readonly passcode?: string
  readonly pins: KeyPins
  /** The key that the account's server reports, for a device that the bridge never entered. */
  readonly expected?: string
}

/**
 * Opens a session with the device at an endpoint. While a person types, there is no connection, because a device serves
 * few sessions and closes silent ones. The bridge stores the key of a device once the device has accepted it. The
 * session ends with the signal.
 */
export const enterDevice = async (endpoint: Endpoint, wanted: WantedDevice, until: AbortSignal): Promise<Entered> => {
  const { did, pins } = wanted
  const known = pins.known(did) ?? wanted.expected
  const key = known === undefined ? undefined : { known, since: pins.since(did) }
  const entered = await greet(endpoint, wanted, key, until)
  if (entered.outcome !== "open") return entered
  const fingerprint = entered.session.seal()?.fingerprint
  if (fingerprint !== undefined) pins.keep(did, fingerprint)
  return { outcome: "open", session: { ...entered.session, keySince: pins.since(did), isKeyKept: pins.isKept(did) } }
}

const greet = async (
  endpoint: Endpoint,
  wanted: WantedDevice,
  key: KnownKey | undefined,
  until: AbortSignal,
): Promise<Entered> => {
  const link = openLink(endpoint, (fingerprint) => key === undefined || key.known === fingerprint)
  if (until.aborted) link.close()
  until.addEventListener("abort", link.close)
  void link.ended.then(() => until.removeEventListener("abort", link.close))
  const greeted = nextMessage(link, isHello)
  link.send({ type: "hello", version: PROTOCOL_VERSION, client: "bridge" })
  const hello = await greeted
  if (hello === undefined) return failed(link, key)
  // Another device has this address now. The passcode is not meant for it.
  if (hello.did !== wanted.did) {
    link.close()
    return { outcome: "failed", reason: "vanished" }
  }
  if (hello.auth === "none") return { outcome: "open", session: { ...link, hello, ...NOT_KEPT } }
  if (wanted.passcode !== undefined) return prove(link, hello, wanted.passcode)
  link.close()
  return { outcome: "passcode_wanted", did: hello.did, waitMs: hello.wait_ms }
}
