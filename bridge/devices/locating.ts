import type { BridgeCallback, BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { CANDIDATES_MAX } from "../../src/domain/wire/device/limits.ts"
import { ownAddresses } from "../lan/broadcast.ts"
import type { Discovery } from "../lan/discovery.ts"
import { endpointText } from "../lan/endpoint.ts"
import type { AnsweringDevice } from "../lan/lanDevices.ts"
import { newNonce } from "../lan/nonces.ts"
import { NAT_PATIENCE_MS } from "../limits.ts"

/**
 * The endpoint of a device. The device is on this network, or it is behind another one and answers a request through
 * the cloud.
 */

export interface Reached {
  readonly did: string
  readonly endpoint: Endpoint
}

export type LocateResult =
  | { readonly ok: true; readonly at: Reached }
  | { readonly ok: false; readonly reason: Extract<BridgeReason, "unreachable" | "unknown_device"> }

/** Finds a device by its id on the network, or by its `did`, which the app knows from the cloud. */
export const lanDeviceOf = ({ lanDevices }: Discovery, id: string): AnsweringDevice | undefined => {
  const found = lanDevices.get(id)
  if (found !== undefined) return found
  for (const lanDevice of lanDevices.all()) if (lanDevice.item.did === id) return lanDevice
  return undefined
}

/**
 * Asks for a device that is not known yet, at the endpoint where a scan found it last. The bridge or the device may
 * have just started.
 */
const scannedDeviceOf = async (discovery: Discovery, id: string): Promise<AnsweringDevice | undefined> => {
  const scanned = discovery.scanned.find(id)
  return scanned !== undefined && (await discovery.ask(scanned, scanned.did)) ? lanDeviceOf(discovery, id) : undefined
}

/** Addresses of this machine to which the device can send its answer. */
const candidates = (port: number): readonly string[] =>
  ownAddresses()
    .slice(-CANDIDATES_MAX)
    .map((address) => endpointText({ address, port }))

const throughCloud = async (
  discovery: Discovery,
  did: string,
  relay: (request: Extract<BridgeCallback, { type: "nat_request" }>) => void,
  signal: AbortSignal,
): Promise<LocateResult> => {
  const { questions } = discovery
  const nonce = newNonce()
  const until = AbortSignal.any([signal, AbortSignal.timeout(NAT_PATIENCE_MS)])
  const answer = questions.natAnswer(nonce, did, until)
  relay({ type: "nat_request", did, payload: { nonce, candidates: candidates(questions.datagrams.port) } })
  const endpoint = await answer
  return endpoint === undefined ? { ok: false, reason: "unreachable" } : { ok: true, at: { did, endpoint } }
}

export interface LocateOptions {
  readonly discovery: Discovery
  readonly id: string
  /** True when the app knows the device from the cloud. */
  readonly isOnline: boolean
  readonly relay: (request: Extract<BridgeCallback, { type: "nat_request" }>) => void
  readonly signal: AbortSignal
}

export const locateDevice = async ({
  discovery,
  id,
  isOnline,
  relay,
  signal,
}: LocateOptions): Promise<LocateResult> => {
  const lanDevice = lanDeviceOf(discovery, id) ?? (await scannedDeviceOf(discovery, id))
  if (lanDevice !== undefined) {
    // A device may open its port only after a probe. A device that does not answer the probe is not worth a longer
    // wait.
    if (await discovery.ask(lanDevice.endpoint))
      return { ok: true, at: { did: lanDevice.item.did, endpoint: lanDevice.endpoint } }
    if (!isOnline) return { ok: false, reason: "unreachable" }
  }
  return isOnline ? throughCloud(discovery, id, relay, signal) : { ok: false, reason: "unknown_device" }
}
