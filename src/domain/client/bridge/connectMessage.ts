import { isOn } from "../../features/settings/feature.ts"
import type { State } from "../../product/state.ts"
import type { BridgeMessage } from "../../wire/bridge.ts"
import { CLOUD, isOnlineDevice, SUB_DEVICE } from "../../wire/cloudType.ts"

/** The message that connects a device: facts of discovery and of the account, and the settings (BRIDGE-8). */

type Connect = Extract<BridgeMessage, { type: "connect_device" }>

/** A device as the person chose it, used when nothing newer is known. */
export interface Chosen {
  readonly id: string
  readonly did: string
  readonly isUsb: boolean
  readonly cloudType: number
}

/** The flags that the account of the session adds for the device. */
const bitsOfAccount = ({ session, devices }: State, did: string): number => {
  if (session.current === null || devices.account !== session.current.account) return 0
  const device = devices.bound.get(did)
  return device === undefined ? 0 : device.shared ? CLOUD | SUB_DEVICE : CLOUD
}

const FINGERPRINT = /^[0-9a-f]{64}$/

/**
 * The key that the account's server has for the device, so that the first connection from here need not trust blindly
 * (SEC-5).
 */
const keyOfAccount = ({ session, devices }: State, did: string): string | undefined => {
  if (session.current === null || devices.account !== session.current.account) return undefined
  // Other programs write fingerprints in capitals, with colons between the bytes.
  const key = devices.bound.get(did)?.key?.toLowerCase().replaceAll(":", "")
  return key !== undefined && FINGERPRINT.test(key) ? key : undefined
}

/** The message field with that key; empty without one. */
export const keyField = (state: State, did: string): { readonly key?: string } => {
  const key = keyOfAccount(state, did)
  return key === undefined ? {} : { key }
}

export const connectMessage = (state: State, { id, did, isUsb, cloudType }: Chosen): Connect => {
  const item = state.lan.devices.get(id)
  return {
    type: "connect_device",
    id,
    is_usb: item?.isUsb ?? isUsb,
    cloud_type: (item?.cloudType ?? cloudType) | bitsOfAccount(state, did),
    render_type: state.settings.get("renderType") === "dx9" ? "dx9" : "dx11",
    audio: isOn(state.settings, "audio"),
    input: isOn(state.settings, "input"),
    ...keyField(state, did),
  }
}

/** The account's data about a LAN device: whether the cloud can reach it, and its expected key. */
export const itemOfAccount = (state: State, id: string) => {
  const item = state.lan.devices.get(id)
  const did = item?.did ?? id
  return { isOnline: isOnlineDevice((item?.cloudType ?? 0) | bitsOfAccount(state, did)), key: keyField(state, did) }
}
